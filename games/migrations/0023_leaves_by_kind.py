from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_sign_ups"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="leaf", name="leaf_of_key"),
        migrations.AddIndex(
            model_name="leaf",
            index=models.Index(
                condition=models.Q(("game__isnull", True)), fields=["kind", "index"], name="leaf_of_kind"
            ),
        ),
    ]

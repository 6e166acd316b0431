import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_table_names"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="webhook",
            name="webhook_of_game",
        ),
        migrations.AddField(
            model_name="notifiercursor",
            name="watchers",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.UUIDField(), default=list, size=None
            ),
        ),
    ]

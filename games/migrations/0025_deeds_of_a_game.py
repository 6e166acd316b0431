from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0024_history_tries")]

    operations = [
        migrations.AddIndex(
            model_name="operatordeed",
            index=models.Index(fields=["game", "id"], name="deeds_of_a_game"),
        ),
    ]

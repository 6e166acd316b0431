from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0021_messages"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="name",
            field=models.CharField(blank=True, db_default="", max_length=60),
        ),
        migrations.AlterField(
            model_name="operatordeed",
            name="deed",
            field=models.CharField(
                choices=[
                    ("suspend", "Suspend"),
                    ("reinstate", "Reinstate"),
                    ("rename", "Rename"),
                    ("give_back", "Give Back"),
                    ("close", "Close"),
                    ("hide", "Hide"),
                    ("show", "Show"),
                    ("unsay", "Unsay"),
                    ("clear_name", "Clear Name"),
                ],
                max_length=10,
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0018_histories")]

    operations = [
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
                    ("dismiss", "Dismiss"),
                    ("clear_name", "Clear Name"),
                    ("inspect", "Inspect"),
                ],
                max_length=10,
            ),
        ),
    ]

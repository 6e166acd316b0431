from django.db import migrations, models

DEEDS = [
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
]


class Migration(migrations.Migration):
    dependencies = [("games", "0021_drop_audit_runs")]
    operations = [
        migrations.RunSQL("DELETE FROM games_tally WHERE kind IN ('conduct', 'thinking')"),
        migrations.AlterField("operatordeed", "deed", models.CharField(choices=DEEDS, max_length=10)),
    ]

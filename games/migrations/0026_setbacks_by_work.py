import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """What fails is left alone by itself, search too. Pauses that run are forgotten."""

    dependencies = [("games", "0025_standing")]
    operations = [
        migrations.DeleteModel("Setback"),
        migrations.CreateModel(
            name="Setback",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "work", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, to="games.game"
                    ),
                ),
                (
                    "work",
                    models.CharField(
                        choices=[
                            ("bots", "Bots"),
                            ("settlements", "Settlements"),
                            ("deadlines", "Deadlines"),
                            ("search", "Search"),
                            ("notices", "Notices"),
                        ],
                        max_length=11,
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("failures", models.PositiveIntegerField()),
                ("since", models.DateTimeField()),
                ("because", models.TextField()),
                ("retry_at", models.DateTimeField()),
            ],
        ),
        migrations.RemoveField("historydue", "tries"),
        migrations.RunSQL("UPDATE games_historydue SET at = now() WHERE at IS NULL", migrations.RunSQL.noop),
        migrations.AlterField("historydue", "at", models.DateTimeField()),
    ]

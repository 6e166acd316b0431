import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0016_webhooks"),
    ]

    operations = [
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
    ]

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_search"),
    ]

    operations = [
        migrations.CreateModel(
            name="Removal",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
            ],
        ),
    ]

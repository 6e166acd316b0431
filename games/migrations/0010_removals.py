import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_append_only"),
    ]

    operations = [
        migrations.AlterField(
            model_name="webhook",
            name="kinds",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=[
                        ("game.your_turn", "Your Turn"),
                        ("game.started", "Started"),
                        ("game.finished", "Finished"),
                        ("game.event", "Event"),
                        ("game.closed", "Closed"),
                        ("seat.taken", "Seat Taken"),
                        ("seat.cleared", "Seat Cleared"),
                        ("seat.timed_out", "Seat Timed Out"),
                        ("seat.handed_over", "Seat Handed Over"),
                        ("seat.resigned", "Seat Resigned"),
                        ("deadline.near", "Deadline Near"),
                        ("bot.act", "Bot Act"),
                    ],
                    max_length=20,
                ),
                size=None,
            ),
        ),
        migrations.CreateModel(
            name="Removal",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
            ],
        ),
    ]

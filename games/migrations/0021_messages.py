import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_exports"),
    ]

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
                ],
                max_length=10,
            ),
        ),
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
                        ("seat.returned", "Seat Returned"),
                        ("vacation.began", "Vacation Began"),
                        ("vacation.ended", "Vacation Ended"),
                        ("pause.proposed", "Pause Proposed"),
                        ("pause.declined", "Pause Declined"),
                        ("pause.began", "Pause Began"),
                        ("pause.ending", "Pause Ending"),
                        ("time.given", "Time Given"),
                        ("game.invitation", "Invitation"),
                        ("game.declined", "Declined"),
                        ("game.rematch", "Rematch"),
                        ("game.message", "Message"),
                        ("deadline.near", "Deadline Near"),
                        ("bot.act", "Bot Act"),
                    ],
                    max_length=20,
                ),
                size=None,
            ),
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "game_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("text", models.TextField()),
                ("changed_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_constraint=False,
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
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("text", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                (
                    "deleted",
                    models.CharField(
                        blank=True,
                        choices=[("", "No"), ("author", "Author"), ("operator", "Operator")],
                        default="",
                        max_length=8,
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
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "at"], name="messages_of_a_player")],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "number",
                        "player_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
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
            options={
                "indexes": [
                    models.Index(fields=["-at"], name="reports_newest"),
                    models.Index(fields=["player"], name="reports_of_a_player"),
                ],
            },
        ),
    ]

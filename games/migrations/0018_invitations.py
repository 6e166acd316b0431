import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_notifications"),
    ]

    operations = [
        migrations.CreateModel(
            name="Preference",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.player",
                    ),
                ),
                (
                    "invitations",
                    models.CharField(
                        choices=[("anyone", "Anyone"), ("friends", "Friends")], default="anyone", max_length=7
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="seat",
            name="held",
            field=models.BooleanField(db_default=False),
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
                        ("deadline.near", "Deadline Near"),
                        ("bot.act", "Bot Act"),
                    ],
                    max_length=20,
                ),
                size=None,
            ),
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "other_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("since", models.DateTimeField()),
                (
                    "other",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
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
                    models.Index(fields=["player", "-since", "-other"], name="blocks_of_a_player"),
                    models.Index(fields=["other"], name="blocks_against_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Friend",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "other_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("sent", "Sent"), ("received", "Received"), ("friend", "Friend")],
                        max_length=8,
                    ),
                ),
                ("since", models.DateTimeField()),
                (
                    "other",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
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
                    models.Index(fields=["player", "-since", "-other"], name="friends_of_a_player"),
                    models.Index(fields=["other"], name="friends_with_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "player_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("open", "Open"), ("declined", "Declined"), ("withdrawn", "Withdrawn")],
                        default="open",
                        max_length=9,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.game",
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
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
                    models.Index(fields=["player", "-created_at", "-game"], name="invitations_of_a_player"),
                    models.Index(fields=["inviter", "created_at"], name="invitations_sent"),
                    models.Index(fields=["expires_at"], name="invitations_old"),
                    models.Index(
                        condition=models.Q(("seat__isnull", False)), fields=["expires_at"], name="seats_held"
                    ),
                ],
            },
        ),
    ]

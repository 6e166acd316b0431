import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

import games.fields
import rules.table.clock
import rules.table.state


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_calendars"),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("moved_at", models.DateTimeField()),
                (
                    "moved_minute",
                    models.GeneratedField(
                        db_persist=True,
                        expression=games.fields.Minute("moved_at"),
                        output_field=models.DateTimeField(),
                    ),
                ),
                ("ruleset", models.CharField(max_length=40)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("playing", "Playing"),
                            ("scoring", "Scoring"),
                            ("finished", "Finished"),
                            ("closed", "Closed"),
                            ("archived", "Archived"),
                        ],
                        default=rules.table.state.Status["OPEN"],
                        max_length=10,
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "Public"), ("unlisted", "Unlisted"), ("private", "Private")],
                        max_length=10,
                    ),
                ),
                ("test", models.BooleanField(default=False)),
                ("version", models.PositiveIntegerField(default=0)),
                ("hash", games.fields.HashField()),
                ("seat_count", models.PositiveSmallIntegerField()),
                ("options", models.JSONField(default=dict)),
                ("clock", models.JSONField(default=dict)),
                (
                    "speed",
                    models.CharField(
                        choices=[
                            ("live", "Live"),
                            ("correspondence", "Correspondence"),
                            ("untimed", "Untimed"),
                        ],
                        default=rules.table.clock.Speed["UNTIMED"],
                        max_length=14,
                    ),
                ),
                ("open_seats", models.PositiveSmallIntegerField()),
                (
                    "to_act",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), default=list, size=None
                    ),
                ),
                ("deadline", models.DateTimeField(null=True)),
                (
                    "attention",
                    models.CharField(
                        blank=True,
                        choices=[("", "None"), ("bot", "Bot"), ("settle", "Settle")],
                        default="",
                        max_length=6,
                    ),
                ),
                ("attend_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "host",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted",
                        to="games.player",
                    ),
                ),
                (
                    "opened_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="opened",
                        to="games.player",
                    ),
                ),
                ("name", models.CharField(blank=True, db_default="", max_length=60)),
                ("invite_code", models.CharField(blank=True, max_length=22)),
                (
                    "rematch",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("hidden_at", models.DateTimeField(null=True)),
                ("origin", models.UUIDField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("visibility", "public")),
                        fields=["status", "-created_at", "-id"],
                        name="game_list",
                    ),
                    models.Index(
                        condition=models.Q(("visibility", "public")),
                        fields=["-created_at", "-id"],
                        name="game_newest",
                    ),
                    models.Index(fields=["-created_at"], name="game_created"),
                    models.Index(
                        condition=models.Q(("visibility", "public")),
                        fields=["ruleset", "-created_at", "-id"],
                        name="game_by_ruleset",
                    ),
                    models.Index(
                        condition=models.Q(("visibility", "public")),
                        fields=["speed", "-created_at", "-id"],
                        name="game_by_speed",
                    ),
                    models.Index(
                        condition=models.Q(("visibility", "public")),
                        fields=["status", "ruleset", "-created_at", "-id"],
                        name="game_list_by_ruleset",
                    ),
                    models.Index(
                        condition=models.Q(("visibility", "public")),
                        fields=["status", "speed", "-created_at", "-id"],
                        name="game_list_by_speed",
                    ),
                    models.Index(
                        condition=models.Q(("status__in", ["open", "playing"])),
                        fields=["status", "created_at"],
                        name="game_live",
                    ),
                    models.Index(fields=["moved_minute"], name="game_moved"),
                    models.Index(
                        condition=models.Q(("attend_at__isnull", False)),
                        fields=["attention", "attend_at"],
                        name="game_waiting",
                    ),
                    models.Index(
                        condition=models.Q(("deadline__isnull", False)),
                        fields=["deadline"],
                        name="game_deadline",
                    ),
                    models.Index(
                        condition=models.Q(("finished_at__isnull", False), ("origin", None)),
                        fields=["finished_at", "id"],
                        name="game_finished",
                    ),
                    models.Index(fields=["host", "status"], name="game_hosted"),
                    models.Index(fields=["opened_by", "created_at"], name="game_opened_by"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seed",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("seed", models.BinaryField()),
                ("sealed_with", models.CharField(blank=True, max_length=8)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("sealed_with", ""), _negated=True),
                        fields=["sealed_with"],
                        name="seed_sealed",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Script",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seat", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scripts",
                        to="games.game",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("actions", models.BinaryField()),
                ("after", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.game",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=40)),
                ("held", models.BooleanField(db_default=False)),
                ("stand_in", models.CharField(blank=True, max_length=40)),
                ("score", models.IntegerField(null=True)),
                ("won", models.BooleanField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "-ended_at", "-game"], name="seats_of_a_player"),
                    models.Index(
                        condition=models.Q(("bot", ""), _negated=True),
                        fields=["bot", "game"],
                        name="seats_of_a_bot",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "player"), name="one_seat_a_player")],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="games.game",
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("v", models.PositiveSmallIntegerField()),
                ("actor", models.PositiveSmallIntegerField(null=True)),
                ("sealed_to", models.PositiveSmallIntegerField(null=True)),
                ("type", models.CharField(max_length=40)),
                ("by", models.CharField(max_length=14, null=True)),
                ("hash", games.fields.HashField()),
                ("commit", games.fields.HashField(null=True)),
                ("signature", games.fields.TextJSONField(null=True)),
                ("public", games.fields.TextJSONField()),
                ("private", models.BinaryField(null=True)),
            ],
        ),
    ]

import uuid

import django.db.models.deletion
from django.db import migrations, models

import games.fields


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_ratings"),
    ]

    operations = [
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
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
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
        migrations.CreateModel(
            name="AuditAssignment",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "player_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, to="games.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, to="games.player"
                    ),
                ),
                ("assigned_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["player"], name="assignments_of_a_player")],
            },
        ),
        migrations.CreateModel(
            name="Look",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "at", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, to="games.game"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("id", models.UUIDField(default=uuid.uuid4)),
                ("number", models.IntegerField(db_default=0)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, to="games.player"
                    ),
                ),
                ("what", models.CharField(max_length=20)),
                ("version", models.PositiveIntegerField()),
                ("account", games.fields.HashField(db_default="")),
                ("hash", games.fields.HashField(db_default="")),
            ],
            options={
                "indexes": [models.Index(fields=["player"], name="looks_of_a_player")],
            },
        ),
        migrations.CreateModel(
            name="LookList",
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
                ("count", models.IntegerField(default=0)),
                (
                    "hash",
                    games.fields.HashField(
                        default="0000000000000000000000000000000000000000000000000000000000000000"
                    ),
                ),
                ("due", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("due__isnull", False)), fields=["due"], name="looks_due")
                ],
            },
        ),
    ]

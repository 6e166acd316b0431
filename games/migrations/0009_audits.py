import uuid

import django.db.models.deletion
from django.db import migrations, models

import games.fields


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_results"),
    ]

    operations = [
        migrations.CreateModel(
            name="Verification",
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
                ("version", models.PositiveIntegerField()),
                ("hash", games.fields.HashField()),
                ("sound", models.BooleanField()),
                ("failed", models.JSONField(default=list)),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["at"], name="verified_at"),
                    models.Index(condition=models.Q(("sound", False)), fields=["game"], name="unsound"),
                ],
            },
        ),
        migrations.CreateModel(
            name="VerificationRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField(null=True)),
                ("nightly", models.BooleanField(default=False)),
                ("begun_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(null=True)),
            ],
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
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="games.player",
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
                ("at", models.DateTimeField(auto_now_add=True)),
                ("id", models.UUIDField(default=uuid.uuid4)),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="games.player",
                    ),
                ),
                ("what", models.CharField(max_length=20)),
                ("version", models.PositiveIntegerField()),
            ],
            options={
                "indexes": [models.Index(fields=["player"], name="looks_of_a_player")],
            },
        ),
        migrations.CreateModel(
            name="AuditRun",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, to="games.game"
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False)),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="games.player",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("sees_all", models.BooleanField()),
                ("version", models.PositiveIntegerField()),
                ("hash", games.fields.HashField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                ("at_check", models.CharField(blank=True, max_length=20)),
                ("reached", models.PositiveIntegerField(default=0)),
                ("report", models.JSONField(null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("sent_at", models.DateTimeField()),
                ("created_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game", "player", "-created_at", "-id"], name="audit_list"),
                    models.Index(fields=["player"], name="audits_of_a_player"),
                    models.Index(
                        condition=models.Q(("finished_at", None)), fields=["sent_at"], name="audit_due"
                    ),
                    models.Index(
                        condition=models.Q(("finished_at", None)), fields=["player"], name="audits_waiting"
                    ),
                    models.Index(
                        condition=models.Q(("finished_at__isnull", False)),
                        fields=["finished_at"],
                        name="audit_old",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("finished_at", None)),
                        fields=("game", "player", "version", "sees_all"),
                        name="one_audit_at_once",
                    )
                ],
            },
        ),
    ]

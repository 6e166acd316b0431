import django.db.models.deletion
from django.db import migrations, models

import games.fields


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_relations"),
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
                ("unpublished", models.BooleanField(db_default=False)),
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
            name="Import",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id",
                        "origin",
                        "hash",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
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
                ("origin", models.UUIDField()),
                ("hash", games.fields.HashField()),
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
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["player", "at"], name="imports_of_a_player")],
            },
        ),
        migrations.CreateModel(
            name="OperatorDeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "deed",
                    models.CharField(
                        choices=[
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
                            ("grant_token", "Grant Token"),
                            ("grant_audit", "Grant Audit"),
                            ("assign_audit", "Assign Audit"),
                            ("withdraw_audit", "Withdraw Audit"),
                            ("release", "Release"),
                            ("rebuild", "Rebuild"),
                            ("index", "Index"),
                            ("rotate_key", "Rotate Key"),
                            ("register_app", "Register App"),
                            ("change_operator", "Change Operator"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("operator", models.CharField(max_length=150)),
                ("reason", models.TextField()),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["game", "id"], name="deeds_of_a_game")],
            },
        ),
    ]

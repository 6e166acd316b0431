import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_calendars"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="games.player",
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False)),
                (
                    "token",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.token",
                    ),
                ),
                ("url", models.CharField(max_length=500)),
                (
                    "kinds",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        size=None,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("description", models.CharField(blank=True, max_length=100)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("secret", models.CharField(max_length=300)),
                ("previous_secret", models.CharField(blank=True, max_length=300)),
                ("previous_until", models.DateTimeField(null=True)),
                ("paused_at", models.DateTimeField(null=True)),
                (
                    "paused_because",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "None"),
                            ("asked", "Asked"),
                            ("failing", "Failing"),
                            ("gone", "Gone"),
                            ("overfull", "Overfull"),
                            ("token_ended", "Token Ended"),
                        ],
                        default="",
                        max_length=12,
                    ),
                ),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failing_since", models.DateTimeField(null=True)),
                ("held_until", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("webhook_id", models.UUIDField()),
                (
                    "webhook",
                    models.ForeignObject(
                        from_fields=["player", "webhook_id"],
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="deliveries",
                        to="games.webhook",
                        to_fields=["player", "id"],
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                (
                    "game",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("seq", models.PositiveIntegerField(null=True)),
                ("data", models.JSONField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("delivered", "Delivered"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="pending",
                        max_length=10,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_attempt_at", models.DateTimeField(null=True)),
                ("leased_until", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "pending")),
                        fields=["player", "webhook_id", "next_attempt_at", "seq"],
                        name="delivery_due",
                    ),
                    models.Index(
                        condition=models.Q(("leased_until__isnull", False)),
                        fields=["leased_until"],
                        name="delivery_leased",
                    ),
                    models.Index(fields=["player", "webhook_id", "-created_at", "-id"], name="delivery_list"),
                    models.Index(
                        condition=models.Q(("ended_at__isnull", False)),
                        fields=["ended_at"],
                        name="delivery_old",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id",
                        "delivery_id",
                        "number",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("delivery_id", models.UUIDField()),
                ("number", models.PositiveIntegerField()),
                (
                    "delivery",
                    models.ForeignObject(
                        from_fields=["player", "delivery_id"],
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="log",
                        to="games.delivery",
                        to_fields=["player", "id"],
                    ),
                ),
                ("at", models.DateTimeField()),
                ("milliseconds", models.PositiveIntegerField()),
                ("url", models.CharField(max_length=500)),
                ("headers", models.JSONField()),
                ("version", models.PositiveIntegerField(null=True)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("response", models.BinaryField()),
            ],
        ),
    ]

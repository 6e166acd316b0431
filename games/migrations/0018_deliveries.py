import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0017_work"),
    ]

    operations = [
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
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False)),
                (
                    "channel",
                    models.CharField(
                        choices=[("webhook", "Webhook"), ("email", "Email"), ("push", "Push")], max_length=7
                    ),
                ),
                ("receiver", models.UUIDField()),
                (
                    "webhook",
                    models.ForeignObject(
                        from_fields=["player", "receiver"],
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="deliveries",
                        to="games.webhook",
                        to_fields=["player", "id"],
                    ),
                ),
                ("kind", models.CharField(max_length=30)),
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
                    "notices",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.BigIntegerField(), default=list, size=None
                    ),
                ),
                ("digest_at", models.DateTimeField(null=True)),
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
                        fields=["channel", "next_attempt_at"],
                        name="delivery_next",
                    ),
                    models.Index(
                        condition=models.Q(("state", "pending")),
                        fields=["player", "receiver", "next_attempt_at", "seq"],
                        name="delivery_due",
                    ),
                    models.Index(
                        condition=models.Q(("leased_until__isnull", False)),
                        fields=["leased_until"],
                        name="delivery_leased",
                    ),
                    models.Index(fields=["player", "receiver", "-created_at", "-id"], name="delivery_list"),
                    models.Index(
                        condition=models.Q(("ended_at__isnull", False)),
                        fields=["ended_at"],
                        name="delivery_old",
                    ),
                    models.Index(
                        condition=models.Q(("channel", "webhook"), _negated=True),
                        fields=["player", "created_at"],
                        name="delivery_of_day",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("digest_at__isnull", False)),
                        fields=("player", "digest_at"),
                        name="one_digest_a_day",
                    )
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
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "channel", blank=True, editable=False, primary_key=True, serialize=False
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
                    "channel",
                    models.CharField(
                        choices=[("webhook", "Webhook"), ("email", "Email"), ("push", "Push")], max_length=7
                    ),
                ),
                ("served_at", models.DateTimeField()),
                ("trusted_from", models.DateTimeField(null=True)),
            ],
        ),
    ]

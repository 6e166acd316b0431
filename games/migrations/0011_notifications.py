import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_notices"),
    ]

    operations = [
        migrations.CreateModel(
            name="NotificationChoice",
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
                    "email",
                    models.CharField(
                        choices=[("off", "Off"), ("each", "Each"), ("daily", "Daily")],
                        default="off",
                        max_length=5,
                    ),
                ),
                (
                    "email_kinds",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=30), null=True, size=None
                    ),
                ),
                ("push", models.BooleanField(default=True)),
                (
                    "push_kinds",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=30), null=True, size=None
                    ),
                ),
                ("hour", models.SmallIntegerField(default=8)),
                ("time_zone", models.CharField(default="UTC", max_length=64)),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("pl", "Polish")], default="en", max_length=2
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PushSubscription",
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
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("endpoint", models.CharField(max_length=500)),
                ("p256dh", models.BinaryField()),
                ("auth", models.BinaryField()),
                ("description", models.CharField(blank=True, max_length=100)),
                ("created_at", models.DateTimeField()),
                ("failures", models.IntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "endpoint"), name="one_subscription")
                ],
            },
        ),
        migrations.CreateModel(
            name="Notification",
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
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("id", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("channel", models.CharField(choices=[("email", "Email"), ("push", "Push")], max_length=5)),
                ("subscription", models.UUIDField(null=True)),
                ("digest_at", models.DateTimeField(null=True)),
                (
                    "numbers",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("sent", "Sent"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="pending",
                        max_length=9,
                    ),
                ),
                ("attempts", models.IntegerField(default=0)),
                ("next_attempt_at", models.DateTimeField()),
                ("leased_until", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "pending")),
                        fields=["channel", "next_attempt_at"],
                        name="notification_due",
                    ),
                    models.Index(fields=["player", "channel", "created_at"], name="notification_lately"),
                    models.Index(
                        condition=models.Q(("ended_at__isnull", False)),
                        fields=["ended_at"],
                        name="notification_old",
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
    ]

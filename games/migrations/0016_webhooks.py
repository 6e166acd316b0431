import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_transparency"),
    ]

    operations = [
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("failures", models.PositiveIntegerField(default=0)),
                ("held_until", models.DateTimeField(null=True)),
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
                    django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None),
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
                ("failing_since", models.DateTimeField(null=True)),
            ],
            options={
                "abstract": False,
            },
        ),
    ]

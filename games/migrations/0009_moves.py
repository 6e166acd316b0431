import django.db.models.deletion
from django.db import migrations, models

import games.fields


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_messages"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "player_id",
                        "key",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
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
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("fingerprint", games.fields.HashField()),
                ("first_seq", models.PositiveIntegerField()),
                ("last_seq", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["created_at"], name="kept_answer_old")],
            },
        ),
        migrations.CreateModel(
            name="KeptOpening",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "key", blank=True, editable=False, primary_key=True, serialize=False
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
                ("key", models.CharField(max_length=64)),
                ("fingerprint", games.fields.HashField()),
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
                ("last_seq", models.PositiveIntegerField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["created_at"], name="kept_opening_old")],
            },
        ),
    ]

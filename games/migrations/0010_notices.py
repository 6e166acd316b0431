import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_moves"),
    ]

    operations = [
        migrations.CreateModel(
            name="NotifierCursor",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notifier_cursor",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("seq", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("head_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("warn_at", models.DateTimeField(null=True)),
                (
                    "watchers",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.UUIDField(), default=list, size=None
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("warn_at__isnull", False)),
                        fields=["warn_at"],
                        name="notifier_cursor_warn",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Inbox",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.player",
                    ),
                ),
                ("last", models.PositiveBigIntegerField()),
                ("forgotten", models.PositiveBigIntegerField(db_default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="games.player",
                    ),
                ),
                ("number", models.PositiveBigIntegerField()),
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
                ("at", models.DateTimeField()),
                ("data", models.JSONField(default=dict)),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="notice_old")],
            },
        ),
    ]

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_audits"),
    ]

    operations = [
        migrations.CreateModel(
            name="Message",
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
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("text", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
                (
                    "deleted",
                    models.CharField(
                        blank=True,
                        choices=[("", "No"), ("author", "Author"), ("operator", "Operator")],
                        default="",
                        max_length=8,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "at"], name="messages_of_a_player")],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "number",
                        "player_id",
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
                ("number", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["-at"], name="reports_newest"),
                    models.Index(fields=["player"], name="reports_of_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "game_id", blank=True, editable=False, primary_key=True, serialize=False
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
                    "game",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("text", models.TextField()),
                ("changed_at", models.DateTimeField()),
            ],
        ),
    ]

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_games"),
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
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        db_constraint=False,
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
    ]

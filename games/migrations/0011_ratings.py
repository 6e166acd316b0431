import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_notices"),
    ]

    operations = [
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "rated", "ruleset", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("rated", models.UUIDField()),
                ("ruleset", models.CharField(max_length=40)),
                ("kind", models.CharField(choices=[("people", "People"), ("bots", "Bots")], max_length=6)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="games.player",
                    ),
                ),
                ("bot", models.CharField(blank=True, max_length=40)),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                ("rating", models.FloatField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("wins", models.PositiveIntegerField(default=0)),
                ("left", models.PositiveIntegerField(db_default=0)),
                ("rated_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("games__gt", 0)),
                        fields=["ruleset", "kind", "-rating", "-rated"],
                        name="leaderboard",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("player", None), ("bot", ""), _connector="XOR"),
                        name="rating_of_a_player_or_a_bot",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("player", None), ("player", models.F("rated")), _connector="OR"),
                        name="rating_placed_with_its_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "seat", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="games.game",
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="results",
                        to="games.player",
                    ),
                ),
                ("bot", models.CharField(blank=True, max_length=40)),
                ("rank", models.PositiveSmallIntegerField()),
                ("score", models.IntegerField()),
                ("won", models.BooleanField()),
                ("finished", models.BooleanField(default=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[("people", "People"), ("bots", "Bots")], default="people", max_length=6
                    ),
                ),
                ("mean_before", models.FloatField(null=True)),
                ("deviation_before", models.FloatField(null=True)),
                ("mean_after", models.FloatField(null=True)),
                ("deviation_after", models.FloatField(null=True)),
                ("finished_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "-finished_at", "-game"], name="results_of_a_player")
                ],
            },
        ),
    ]

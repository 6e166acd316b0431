import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_webhooks"),
    ]

    operations = [
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
                            ("inspect", "Inspect"),
                        ],
                        max_length=10,
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

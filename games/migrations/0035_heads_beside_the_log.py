import django.db.models.deletion
from django.db import migrations, models

import games.fields
import games.transparency.models


class Migration(migrations.Migration):
    dependencies = [("games", "0036_looks_and_deeds")]
    operations = [
        migrations.CreateModel(
            name="SignedHead",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "version",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("hash", games.fields.HashField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.AddField("verification", "unpublished", models.BooleanField(db_default=False)),
        migrations.AddIndex(
            "leaf",
            models.Index(
                games.transparency.models.Blinded("game"),
                "index",
                name="leaf_of_name",
                condition=models.Q(game__isnull=False),
            ),
        ),
    ]

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

import games.fields
import games.transparency.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_tables"),
    ]

    operations = [
        migrations.CreateModel(
            name="PendingLeaf",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20)),
                ("game", models.UUIDField(null=True)),
                ("entry", models.BinaryField()),
                ("due", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "indexes": [models.Index(fields=["due", "game", "id"], name="pending_leaf_due")],
            },
        ),
        migrations.CreateModel(
            name="Leaf",
            fields=[
                ("index", models.BigIntegerField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20)),
                ("game", models.UUIDField(null=True)),
                ("entry", models.BinaryField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("game__isnull", False)),
                        fields=["game", "index"],
                        name="leaf_of_game",
                    ),
                    models.Index(
                        condition=models.Q(("game__isnull", True)),
                        fields=["kind", "index"],
                        name="leaf_of_kind",
                    ),
                    models.Index(
                        condition=models.Q(("kind__in", ["game_looks", "operator_deed"])),
                        fields=["kind", "index"],
                        name="leaf_of_audits",
                    ),
                    models.Index(
                        games.transparency.models.Blinded("game"),
                        models.F("index"),
                        condition=models.Q(("game__isnull", False)),
                        name="leaf_of_name",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SignedHead",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id", "version", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("hash", games.fields.HashField()),
            ],
        ),
        migrations.CreateModel(
            name="LogTile",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "level", "index", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("level", models.SmallIntegerField()),
                ("index", models.BigIntegerField()),
                ("hashes", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="Witness",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("key", models.TextField()),
                ("size", models.BigIntegerField(default=0)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("retry_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("key",), name="witness_of_key")],
            },
        ),
        migrations.CreateModel(
            name="Cosignature",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "size", "witness", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("size", models.BigIntegerField()),
                ("witness", models.TextField()),
                ("line", models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("size", models.BigIntegerField(primary_key=True, serialize=False)),
                ("root", models.BinaryField()),
                ("note", models.TextField()),
                ("at", models.DateTimeField()),
            ],
        ),
    ]

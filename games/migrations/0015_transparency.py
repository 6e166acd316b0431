from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_operators"),
    ]

    operations = [
        migrations.CreateModel(
            name="PendingLeaf",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20)),
                ("game", models.UUIDField(null=True)),
                ("entry", models.BinaryField()),
            ],
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
                ],
            },
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
            name="Checkpoint",
            fields=[
                ("size", models.BigIntegerField(primary_key=True, serialize=False)),
                ("root", models.BinaryField()),
                ("note", models.TextField()),
                ("at", models.DateTimeField()),
            ],
        ),
    ]

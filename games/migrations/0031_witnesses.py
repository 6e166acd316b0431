from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0030_players_are_everywhere")]
    operations = [
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
    ]

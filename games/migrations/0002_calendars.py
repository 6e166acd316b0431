import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_accounts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Calendar",
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
                (
                    "token",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.token",
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["digest"], name="calendar_digest")],
            },
        ),
    ]

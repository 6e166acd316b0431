import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0022_no_conduct")]
    operations = [
        migrations.RemoveIndex("game", "game_retry"),
        *(
            migrations.RemoveField("game", name)
            for name in (
                "sent_at",
                "tried_version",
                "tries",
                "parked_at",
                "parked_because",
                "parkings",
                "retry_at",
            )
        ),
        migrations.CreateModel(
            name="Setback",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("failures", models.PositiveIntegerField()),
                ("since", models.DateTimeField()),
                ("because", models.TextField()),
                ("retry_at", models.DateTimeField()),
            ],
        ),
    ]

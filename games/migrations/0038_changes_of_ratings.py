from django.db import migrations, models

NUMBERS = ("mean_before", "deviation_before", "mean_after", "deviation_after")


class Migration(migrations.Migration):
    dependencies = [("games", "0035_heads_beside_the_log")]
    operations = [
        migrations.RemoveIndex("game", "game_finished"),
        migrations.AddIndex(
            "game",
            models.Index(
                fields=["finished_at", "id"],
                name="game_finished",
                condition=models.Q(finished_at__isnull=False, origin=None),
            ),
        ),
        migrations.AddField("rating", "rated_at", models.DateTimeField(null=True)),
        migrations.RemoveField("result", "rating_before"),
        migrations.RemoveField("result", "rating_after"),
        *(migrations.AddField("result", name, models.FloatField(null=True)) for name in NUMBERS),
        migrations.AddField(
            "result",
            "kind",
            models.CharField(
                choices=[("people", "People"), ("bots", "Bots")], default="people", max_length=6
            ),
        ),
    ]

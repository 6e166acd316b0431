from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_makers")]
    operations = [
        migrations.AddField("webhook", "trusted_from", models.DateTimeField(null=True)),
        migrations.AddField(
            "game",
            "opened_by",
            models.ForeignKey(
                "games.player",
                null=True,
                on_delete=models.SET_NULL,
                related_name="opened",
                db_constraint=False,
                db_index=False,
            ),
        ),
        migrations.AddIndex("game", models.Index(fields=["opened_by", "created_at"], name="game_opened_by")),
    ]

from django.db import migrations, models

import games.models.fields


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_deeds_of_a_game"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="game",
            name="game_moved",
        ),
        migrations.AddField(
            model_name="game",
            name="moved_minute",
            field=models.GeneratedField(
                db_persist=True,
                expression=games.models.fields.Minute("moved_at"),
                output_field=models.DateTimeField(),
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["moved_minute"], name="game_moved"),
        ),
    ]

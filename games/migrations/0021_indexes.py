from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_previous_refresh_token"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="finding",
            name="finding_list",
        ),
        migrations.AddIndex(
            model_name="finding",
            index=models.Index(
                fields=["ruleset", "kind", "subject", "-ended_at", "-game"], name="finding_list"
            ),
        ),
        migrations.AddIndex(
            model_name="finding",
            index=models.Index(
                condition=models.Q(("subject", ""), ("kind", "bot"), _connector="OR"),
                fields=["kind", "subject", "-ended_at", "-game"],
                name="finding_anywhere",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False)),
                fields=["finished_at", "id"],
                name="game_finished",
            ),
        ),
        migrations.AddIndex(
            model_name="history",
            index=models.Index(fields=["table", "-ended_at", "-game"], name="history_by_table"),
        ),
        migrations.AddIndex(
            model_name="history",
            index=models.Index(fields=["seats", "-ended_at", "-game"], name="history_by_seats"),
        ),
        migrations.AddIndex(
            model_name="history",
            index=models.Index(fields=["actions"], name="history_by_length"),
        ),
        migrations.AddIndex(
            model_name="history",
            index=models.Index(
                condition=models.Q(("winners__gt", 1)), fields=["-ended_at", "-game"], name="history_shared"
            ),
        ),
    ]

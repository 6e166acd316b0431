"""Scopes are finer: what `play` allowed is divided into playing and managing the account."""

import django.contrib.postgres.fields
from django.db import migrations, models

RENAME = """
UPDATE games_token SET scopes = array_remove(ARRAY[
    CASE WHEN 'read' = ANY(scopes) THEN 'games:read' END,
    CASE WHEN 'play' = ANY(scopes) THEN 'games:play' END,
    CASE WHEN 'play' = ANY(scopes) THEN 'account' END,
    CASE WHEN 'webhooks' = ANY(scopes) THEN 'webhooks' END,
    CASE WHEN 'bot' = ANY(scopes) THEN 'bots' END,
    CASE WHEN 'audit' = ANY(scopes) THEN 'audit' END
], NULL)::varchar[]
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0011_calendars")]
    operations = [
        migrations.RunSQL(RENAME, migrations.RunSQL.noop),
        migrations.AlterField(
            model_name="token",
            name="scopes",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(
                    choices=[
                        ("games:read", "Read"),
                        ("games:play", "Play"),
                        ("account", "Account"),
                        ("webhooks", "Webhooks"),
                        ("bots", "Bots"),
                        ("audit", "Audit"),
                    ],
                    max_length=16,
                )
            ),
        ),
    ]

from uuid import uuid4

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0018_list_indexes"),
    ]

    operations = [
        # Earlier webhooks get the id of no token, so they are paused until their owners resume them.
        migrations.AddField(
            model_name="webhook",
            name="token",
            field=models.ForeignKey(
                db_constraint=False,
                default=uuid4,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="+",
                to="games.token",
            ),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="webhook",
            name="paused_because",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "None"),
                    ("asked", "Asked"),
                    ("failing", "Failing"),
                    ("gone", "Gone"),
                    ("overfull", "Overfull"),
                    ("token_ended", "Token Ended"),
                ],
                default="",
                max_length=12,
            ),
        ),
    ]

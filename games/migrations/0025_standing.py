import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_deliveries"),
    ]

    operations = [
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "channel", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "channel",
                    models.CharField(
                        choices=[("webhook", "Webhook"), ("email", "Email"), ("push", "Push")], max_length=7
                    ),
                ),
                ("served_at", models.DateTimeField()),
                ("trusted_from", models.DateTimeField(null=True)),
            ],
        ),
        migrations.RemoveField(
            model_name="webhook",
            name="trusted_from",
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("channel", "webhook"), _negated=True),
                fields=["player", "created_at"],
                name="delivery_of_day",
            ),
        ),
    ]

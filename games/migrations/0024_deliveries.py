import django.contrib.postgres.fields
from django.db import migrations, models

PENDING = models.Q(state="pending")


class Migration(migrations.Migration):
    """One outbox for webhooks, e-mails and pushes."""

    dependencies = [("games", "0023_setbacks")]
    operations = [
        migrations.DeleteModel("Notification"),
        migrations.RunSQL(
            "ALTER TABLE games_delivery DROP CONSTRAINT delivery_of_a_webhook",
            "ALTER TABLE games_delivery ADD CONSTRAINT delivery_of_a_webhook "
            "FOREIGN KEY (player_id, webhook_id) REFERENCES games_webhook (player_id, id)",
        ),
        migrations.RemoveIndex("delivery", "delivery_due"),
        migrations.RemoveIndex("delivery", "delivery_list"),
        migrations.RenameField("delivery", "webhook_id", "receiver"),
        migrations.AddField(
            "delivery",
            "channel",
            models.CharField(
                choices=[("webhook", "Webhook"), ("email", "Email"), ("push", "Push")],
                default="webhook",
                max_length=7,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            "delivery",
            "notices",
            django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(), default=list, size=None
            ),
        ),
        migrations.AddField("delivery", "digest_at", models.DateTimeField(null=True)),
        migrations.AlterField("delivery", "kind", models.CharField(max_length=30)),
        migrations.AddConstraint(
            "delivery",
            models.UniqueConstraint(
                fields=["player", "digest_at"],
                name="one_digest_a_day",
                condition=models.Q(digest_at__isnull=False),
            ),
        ),
        *(
            migrations.AddIndex("delivery", index)
            for index in (
                models.Index(fields=["channel", "next_attempt_at"], name="delivery_next", condition=PENDING),
                models.Index(
                    fields=["player", "receiver", "next_attempt_at", "seq"],
                    name="delivery_due",
                    condition=PENDING,
                ),
                models.Index(fields=["player", "receiver", "-created_at", "-id"], name="delivery_list"),
            )
        ),
    ]

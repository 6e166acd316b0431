from django.db import migrations, models

import games.fields


class Migration(migrations.Migration):
    dependencies = [("games", "0033_seats_of_accounts")]
    operations = [
        migrations.CreateModel(
            name="FormerName",
            fields=[("digest", games.fields.HashField(primary_key=True, serialize=False))],
        ),
        migrations.RenameField("pendingleaf", "at", "due"),
        migrations.AddIndex(
            "pendingleaf", models.Index(fields=["due", "game", "id"], name="pending_leaf_due")
        ),
    ]

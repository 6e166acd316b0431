import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_webhooks"),
    ]

    operations = [
        migrations.RenameModel(old_name="Telling", new_name="NotifierCursor"),
        migrations.RenameIndex(
            model_name="notifiercursor", old_name="telling_warn", new_name="notifier_cursor_warn"
        ),
        migrations.AlterField(
            model_name="notifiercursor",
            name="game",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                primary_key=True,
                related_name="notifier_cursor",
                serialize=False,
                to="games.game",
            ),
        ),
    ]

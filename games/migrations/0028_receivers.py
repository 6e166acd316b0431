from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0027_pending_leaves")]
    operations = [
        migrations.AddField("pushsubscription", "held_until", models.DateTimeField(null=True)),
        migrations.AlterField("pushsubscription", "failures", models.PositiveIntegerField(default=0)),
    ]

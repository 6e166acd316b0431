from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0028_no_tallies")]
    operations = [
        migrations.AddField("pushsubscription", "held_until", models.DateTimeField(null=True)),
        migrations.AlterField("pushsubscription", "failures", models.PositiveIntegerField(default=0)),
    ]

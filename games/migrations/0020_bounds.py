from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0018_histories")]
    operations = [
        migrations.AddField("webhook", "trusted_from", models.DateTimeField(null=True)),
    ]

import django.db.models.deletion
from django.db import migrations, models


def made_by() -> "models.ForeignKey":
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        null=True,
        on_delete=django.db.models.deletion.DO_NOTHING,
        related_name="+",
        to="games.token",
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0018_histories")]

    operations = [
        migrations.AddField("calendar", "token", made_by()),
        migrations.AddField("pushsubscription", "token", made_by()),
        migrations.AddField("token", "made_by", made_by()),
    ]

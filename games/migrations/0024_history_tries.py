from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0023_leaves_by_kind")]

    operations = [
        migrations.AddField(
            model_name="historydue",
            name="tries",
            field=models.SmallIntegerField(db_default=0),
        ),
        migrations.AlterField(
            model_name="historydue",
            name="at",
            field=models.DateTimeField(null=True),
        ),
    ]

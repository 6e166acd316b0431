from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("games", "0026_setbacks_by_work")]
    operations = [migrations.AddField("pendingleaf", "at", models.DateTimeField(db_default=Now()))]

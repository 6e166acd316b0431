from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0020_bounds")]
    operations = [migrations.DeleteModel("auditrun")]

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0027_pending_leaves")]
    operations = [migrations.DeleteModel("tally")]

from django.db import migrations


class Migration(migrations.Migration):
    """The key of a request is personal to its client, and a log cannot be erased."""

    dependencies = [("games", "0031_witnesses")]
    operations = [migrations.RemoveField("event", "cause")]

from django.db import migrations, models


class Migration(migrations.Migration):
    """The secret of an account is made when it first sits down."""

    dependencies = [("games", "0032_no_cause")]
    operations = [migrations.AddField("player", "secret", models.BinaryField(null=True))]

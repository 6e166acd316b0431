from django.conf import settings
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0021_indexes"),
    ]

    operations = [
        # Of Django's table: those who never came in, whose names become free again.
        migrations.RunSQL(
            "CREATE INDEX user_never_came_in ON auth_user (id) WHERE last_login IS NULL",
            "DROP INDEX user_never_came_in",
        ),
    ]

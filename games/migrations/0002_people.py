import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0001_accounts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.player",
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("language", models.CharField(default="en", max_length=8)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        # Of Django's table: those who never came in, whose names become free again.
        migrations.RunSQL(
            "CREATE INDEX user_never_came_in ON auth_user (id) WHERE last_login IS NULL",
            "DROP INDEX user_never_came_in",
        ),
    ]

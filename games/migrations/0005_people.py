import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0004_notifications"),
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
        migrations.CreateModel(
            name="NotificationChoice",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.player",
                    ),
                ),
                (
                    "email",
                    models.CharField(
                        choices=[("off", "Off"), ("each", "Each"), ("daily", "Daily")],
                        default="off",
                        max_length=5,
                    ),
                ),
                (
                    "email_kinds",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=30), null=True, size=None
                    ),
                ),
                ("push", models.BooleanField(default=True)),
                (
                    "push_kinds",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=30), null=True, size=None
                    ),
                ),
                ("hour", models.SmallIntegerField(default=8)),
                ("time_zone", models.CharField(default="UTC", max_length=64)),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("pl", "Polish")], default="en", max_length=2
                    ),
                ),
            ],
        ),
    ]

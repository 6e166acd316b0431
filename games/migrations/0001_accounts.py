import uuid

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

import games.fields


class Migration(migrations.Migration):
    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("name", models.CharField(max_length=24)),
                ("is_bot", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("deleted_at", models.DateTimeField(null=True)),
                ("suspended_at", models.DateTimeField(null=True)),
                ("secret", models.BinaryField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("name"), name="player_name_unique"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name__regex", "^[A-Za-z0-9_-]{3,24}$")), name="player_name_shape"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="MoveKey",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.player",
                    ),
                ),
                ("key", models.CharField(max_length=43)),
                ("required", models.BooleanField()),
                ("set_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="FormerName",
            fields=[
                ("digest", games.fields.HashField(primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name="App",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="apps",
                        to="games.player",
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("homepage", models.CharField(blank=True, max_length=500)),
                (
                    "redirect_uris",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=500), size=None
                    ),
                ),
                ("secret_digest", models.CharField(blank=True, max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Grant",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="grants", to="games.player"
                    ),
                ),
                (
                    "app",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="grants", to="games.app"
                    ),
                ),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("games:read", "Read"),
                                ("games:play", "Play"),
                                ("account", "Account"),
                                ("webhooks", "Webhooks"),
                                ("bots", "Bots"),
                                ("audit", "Audit"),
                            ],
                            max_length=16,
                        ),
                        size=None,
                    ),
                ),
                ("family_digest", models.CharField(max_length=64)),
                ("refresh_digest", models.CharField(max_length=64)),
                ("previous_digest", models.CharField(blank=True, max_length=64)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["expires_at"], name="grant_expiry")],
                "constraints": [
                    models.UniqueConstraint(models.F("family_digest"), name="grant_family_unique")
                ],
            },
        ),
        migrations.CreateModel(
            name="AuthorizationCode",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("digest", models.CharField(max_length=64)),
                (
                    "app",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.app"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.player"
                    ),
                ),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("games:read", "Read"),
                                ("games:play", "Play"),
                                ("account", "Account"),
                                ("webhooks", "Webhooks"),
                                ("bots", "Bots"),
                                ("audit", "Audit"),
                            ],
                            max_length=16,
                        ),
                        size=None,
                    ),
                ),
                ("redirect_uri", models.CharField(max_length=500)),
                ("challenge", models.CharField(max_length=128)),
                ("expires_at", models.DateTimeField()),
                (
                    "grant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.grant",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["expires_at"], name="authorization_code_expiry")],
                "constraints": [
                    models.UniqueConstraint(models.F("digest"), name="authorization_code_unique")
                ],
            },
        ),
        migrations.CreateModel(
            name="DeviceCode",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("digest", models.CharField(max_length=64)),
                ("user_digest", models.CharField(max_length=64)),
                (
                    "app",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.app"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("games:read", "Read"),
                                ("games:play", "Play"),
                                ("account", "Account"),
                                ("webhooks", "Webhooks"),
                                ("bots", "Bots"),
                                ("audit", "Audit"),
                            ],
                            max_length=16,
                        ),
                        size=None,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("pending", "Pending"), ("allowed", "Allowed"), ("denied", "Denied")],
                        default="pending",
                        max_length=8,
                    ),
                ),
                ("interval", models.PositiveSmallIntegerField()),
                ("polled_at", models.DateTimeField(null=True)),
                ("expires_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["expires_at"], name="device_code_expiry")],
                "constraints": [
                    models.UniqueConstraint(models.F("digest"), name="device_code_unique"),
                    models.UniqueConstraint(models.F("user_digest"), name="device_user_code_unique"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to="games.player"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            choices=[
                                ("games:read", "Read"),
                                ("games:play", "Play"),
                                ("account", "Account"),
                                ("webhooks", "Webhooks"),
                                ("bots", "Bots"),
                                ("audit", "Audit"),
                            ],
                            max_length=16,
                        ),
                        size=None,
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                (
                    "grant",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="token",
                        to="games.grant",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="games.token",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("last_used_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("expires_at__isnull", False)),
                        fields=["expires_at"],
                        name="token_expiry",
                    )
                ],
                "constraints": [models.UniqueConstraint(models.F("digest"), name="token_digest_unique")],
            },
        ),
    ]

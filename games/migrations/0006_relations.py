import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_people"),
    ]

    operations = [
        migrations.CreateModel(
            name="Friend",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "other_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("sent", "Sent"), ("received", "Received"), ("friend", "Friend")],
                        max_length=8,
                    ),
                ),
                ("since", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "-since", "-other"], name="friends_of_a_player"),
                    models.Index(fields=["other"], name="friends_with_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "player_id", "other_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.player",
                    ),
                ),
                ("since", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "-since", "-other"], name="blocks_of_a_player"),
                    models.Index(fields=["other"], name="blocks_against_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Preference",
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
                    "invitations",
                    models.CharField(
                        choices=[("anyone", "Anyone"), ("friends", "Friends")], default="anyone", max_length=7
                    ),
                ),
            ],
        ),
    ]

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0012_reading"),
    ]

    operations = [
        migrations.CreateModel(
            name="HistoryDue",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="history_due")],
            },
        ),
        migrations.CreateModel(
            name="History",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("ended_at", models.DateTimeField()),
                ("ruleset", models.CharField(max_length=40)),
                ("seats", models.PositiveSmallIntegerField()),
                ("actions", models.PositiveIntegerField()),
                ("winners", models.PositiveSmallIntegerField()),
                (
                    "ended",
                    models.CharField(
                        choices=[
                            ("played_out", "Played Out"),
                            ("resigned", "Resigned"),
                            ("handed_over", "Handed Over"),
                        ],
                        max_length=11,
                    ),
                ),
                (
                    "table",
                    models.CharField(
                        choices=[("people", "People"), ("mixed", "Mixed"), ("bots", "Bots")], max_length=6
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["-ended_at", "-game"], name="history_newest"),
                    models.Index(fields=["ruleset", "-ended_at", "-game"], name="history_by_ruleset"),
                    models.Index(fields=["ended", "-ended_at", "-game"], name="history_by_end"),
                    models.Index(fields=["table", "-ended_at", "-game"], name="history_by_table"),
                    models.Index(fields=["seats", "-ended_at", "-game"], name="history_by_seats"),
                    models.Index(fields=["actions"], name="history_by_length"),
                    models.Index(
                        condition=models.Q(("winners__gt", 1)),
                        fields=["-ended_at", "-game"],
                        name="history_shared",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Finding",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "kind",
                        "subject",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="findings",
                        to="games.game",
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("subject", models.CharField(blank=True, max_length=200)),
                ("ruleset", models.CharField(max_length=40)),
                ("ended_at", models.DateTimeField()),
                (
                    "seats",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), size=None
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["ruleset", "kind", "subject", "-ended_at", "-game"], name="finding_list"
                    ),
                    models.Index(
                        condition=models.Q(("subject", ""), ("kind", "bot"), _connector="OR"),
                        fields=["kind", "subject", "-ended_at", "-game"],
                        name="finding_anywhere",
                    ),
                ],
            },
        ),
    ]

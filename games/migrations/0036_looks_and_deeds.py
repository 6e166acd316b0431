import django.db.models.deletion
from django.db import migrations, models

import games.fields


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0034_former_names_and_batches"),
    ]

    operations = [
        migrations.AlterField(
            model_name="operatordeed",
            name="deed",
            field=models.CharField(
                choices=[
                    ("suspend", "Suspend"),
                    ("reinstate", "Reinstate"),
                    ("rename", "Rename"),
                    ("give_back", "Give Back"),
                    ("close", "Close"),
                    ("hide", "Hide"),
                    ("show", "Show"),
                    ("unsay", "Unsay"),
                    ("dismiss", "Dismiss"),
                    ("clear_name", "Clear Name"),
                    ("grant_token", "Grant Token"),
                    ("grant_audit", "Grant Audit"),
                    ("assign_audit", "Assign Audit"),
                    ("withdraw_audit", "Withdraw Audit"),
                    ("release", "Release"),
                    ("rebuild", "Rebuild"),
                    ("index", "Index"),
                    ("rotate_key", "Rotate Key"),
                    ("register_app", "Register App"),
                    ("change_operator", "Change Operator"),
                ],
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="look",
            name="account",
            field=games.fields.HashField(db_default=""),
        ),
        migrations.AddField(
            model_name="look",
            name="hash",
            field=games.fields.HashField(db_default=""),
        ),
        migrations.AddField(
            model_name="look",
            name="number",
            field=models.IntegerField(db_default=0),
        ),
        migrations.AlterField(
            model_name="look",
            name="at",
            field=models.DateTimeField(),
        ),
        migrations.CreateModel(
            name="LookList",
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
                ("count", models.IntegerField(default=0)),
                (
                    "hash",
                    games.fields.HashField(default="0" * 64),
                ),
                ("due", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("due__isnull", False)), fields=["due"], name="looks_due")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="leaf",
            index=models.Index(
                condition=models.Q(("kind__in", ["game_looks", "operator_deed"])),
                fields=["kind", "index"],
                name="leaf_of_audits",
            ),
        ),
    ]

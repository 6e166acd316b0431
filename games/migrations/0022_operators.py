import django.db.models.deletion
from django.db import migrations, models

REFUSE = """
CREATE FUNCTION games_operatordeed_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the operator log is append-only: % is refused', TG_OP USING ERRCODE = '23001';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON games_operatordeed
    FOR EACH ROW EXECUTE FUNCTION games_operatordeed_is_append_only();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON games_operatordeed
    FOR EACH STATEMENT EXECUTE FUNCTION games_operatordeed_is_append_only();
"""

ALLOW = """
DROP TRIGGER append_only_table ON games_operatordeed;
DROP TRIGGER append_only ON games_operatordeed;
DROP FUNCTION games_operatordeed_is_append_only;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0021_quotas"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="hidden_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="suspended_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="OperatorDeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "deed",
                    models.CharField(
                        choices=[
                            ("suspend", "Suspend"),
                            ("reinstate", "Reinstate"),
                            ("rename", "Rename"),
                            ("give_back", "Give Back"),
                            ("close", "Close"),
                            ("hide", "Hide"),
                            ("show", "Show"),
                        ],
                        max_length=10,
                    ),
                ),
                ("operator", models.CharField(max_length=150)),
                ("reason", models.TextField()),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(REFUSE, ALLOW),
    ]

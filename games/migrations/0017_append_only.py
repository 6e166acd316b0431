from django.db import migrations

TABLES = ("games_event", "games_look", "games_operatordeed", "games_leaf", "games_checkpoint")

FUNCTION = """
CREATE FUNCTION games_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = '23001';
END
$$;
"""
REFUSE = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION games_append_only();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION games_append_only();
"""
ALLOW = """
DROP TRIGGER append_only_table ON {table};
DROP TRIGGER append_only ON {table};
"""


class Migration(migrations.Migration):
    """The database itself refuses to change events, looks, what operators have done and the public log."""

    dependencies = [("games", "0016_webhook_keys")]
    operations = [
        migrations.RunSQL(FUNCTION, "DROP FUNCTION games_append_only"),
        *(migrations.RunSQL(REFUSE.format(table=table), ALLOW.format(table=table)) for table in TABLES),
    ]

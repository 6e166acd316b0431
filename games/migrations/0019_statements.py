from django.db import migrations

# What Django's models cannot say.

# Players who never signed in, whose names become free again.
NEVER_SIGNED_IN = "CREATE INDEX user_never_came_in ON auth_user (id) WHERE last_login IS NULL"
# Each move updates its game, in place where its page has room.
ROOM_FOR_UPDATES = "ALTER TABLE games_game SET (fillfactor = 80)"
# A relation of two columns.
ATTEMPT_OF_A_DELIVERY = """
ALTER TABLE games_attempt ADD CONSTRAINT attempt_of_a_delivery
    FOREIGN KEY (player_id, delivery_id) REFERENCES games_delivery (player_id, id)
"""

REFUSE = """
CREATE FUNCTION games_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = '23001';
END
$$;
"""
APPEND_ONLY = ("games_event", "games_look", "games_operatordeed", "games_leaf", "games_checkpoint")
GUARD = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION games_append_only();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION games_append_only();
"""
UNGUARD = "DROP TRIGGER append_only_table ON {table}; DROP TRIGGER append_only ON {table}"


class Migration(migrations.Migration):
    """The database itself refuses to change events, looks, what operators have done and the public log."""

    dependencies = [("games", "0018_deliveries")]
    operations = [
        migrations.RunSQL(NEVER_SIGNED_IN, "DROP INDEX user_never_came_in"),
        migrations.RunSQL(ROOM_FOR_UPDATES, "ALTER TABLE games_game RESET (fillfactor)"),
        migrations.RunSQL(
            ATTEMPT_OF_A_DELIVERY, "ALTER TABLE games_attempt DROP CONSTRAINT attempt_of_a_delivery"
        ),
        migrations.RunSQL(REFUSE, "DROP FUNCTION games_append_only"),
        *(migrations.RunSQL(GUARD.format(table=table), UNGUARD.format(table=table)) for table in APPEND_ONLY),
    ]

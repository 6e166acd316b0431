from django.db import migrations

REFUSE = """
CREATE FUNCTION games_event_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of events is append-only: % is refused', TG_OP USING ERRCODE = '23001';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_is_append_only();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_is_append_only();
"""

ALLOW = """
DROP TRIGGER append_only_table ON games_event;
DROP TRIGGER append_only ON games_event;
DROP FUNCTION games_event_is_append_only;
"""


class Migration(migrations.Migration):
    """Events are facts: the database itself refuses to change, remove or empty them."""

    dependencies = [("games", "0002_games")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]

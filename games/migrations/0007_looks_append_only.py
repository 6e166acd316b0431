from django.db import migrations

REFUSE = """
CREATE FUNCTION games_look_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log of looks is append-only: % is refused', TG_OP USING ERRCODE = '23001';
END
$$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON games_look
    FOR EACH ROW EXECUTE FUNCTION games_look_is_append_only();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON games_look
    FOR EACH STATEMENT EXECUTE FUNCTION games_look_is_append_only();
"""

ALLOW = """
DROP TRIGGER append_only_table ON games_look;
DROP TRIGGER append_only ON games_look;
DROP FUNCTION games_look_is_append_only;
"""


class Migration(migrations.Migration):
    """Who looked behind the seals cannot be hidden afterwards."""

    dependencies = [("games", "0006_audits")]
    operations = [migrations.RunSQL(REFUSE, ALLOW)]

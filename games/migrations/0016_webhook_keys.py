from django.db import migrations

# Django has no constraint for a relation of two columns.
ADD = """
ALTER TABLE games_delivery ADD CONSTRAINT delivery_of_a_webhook
    FOREIGN KEY (player_id, webhook_id) REFERENCES games_webhook (player_id, id);
ALTER TABLE games_attempt ADD CONSTRAINT attempt_of_a_delivery
    FOREIGN KEY (player_id, delivery_id) REFERENCES games_delivery (player_id, id);
"""
DROP = """
ALTER TABLE games_attempt DROP CONSTRAINT attempt_of_a_delivery;
ALTER TABLE games_delivery DROP CONSTRAINT delivery_of_a_webhook;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0015_transparency")]
    operations = [migrations.RunSQL(ADD, DROP)]

"""The backend that `ENGINE` names."""

import msgspec
from psycopg.types.json import set_json_loads

from config.postgres.schema import SchemaEditor
from games.internals import postgres

set_json_loads(msgspec.json.decode)  # the payloads of events; Django reads its own JSON as text


class DatabaseWrapper(postgres.DatabaseWrapper):
    SchemaEditorClass = SchemaEditor

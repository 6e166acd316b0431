"""Pictures of boards, tables and scores over HTTP."""

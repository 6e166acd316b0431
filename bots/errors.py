"""What a command cannot do."""


class Trouble(Exception):
    """Says why, in one sentence; the command ends with the code."""

    def __init__(self, why: str, code: int = 2) -> None:
        super().__init__(why)
        self.code = code

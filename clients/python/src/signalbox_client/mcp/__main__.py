"""`signalbox-mcp --url https://…`: serve an assistant on standard input and output.

The token comes from SIGNALBOX_TOKEN. With --client-id the user signs in by OAuth instead, in a browser or,
with --device, by a code; the tokens are kept in a file that only this user can read.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from signalbox_client import (
    AsyncClient,
    Device,
    SignalboxError,
    Signer,
    Tokens,
    sign_in_with_browser,
    sign_in_with_device,
)

TOKEN: Final = "SIGNALBOX_TOKEN"  # noqa: S105 – the name of a variable
KEPT: Final = Path("~/.config/signalbox/mcp-tokens.json")


def parser() -> argparse.ArgumentParser:
    found = argparse.ArgumentParser(
        prog="signalbox-mcp", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    found.add_argument("--url", default=os.environ.get("SIGNALBOX_URL"), help="the server (or SIGNALBOX_URL)")
    found.add_argument(
        "--client-id", default=os.environ.get("SIGNALBOX_CLIENT_ID"), help="of an app, for OAuth"
    )
    found.add_argument("--device", action="store_true", help="sign in by a code instead of a browser")
    found.add_argument(
        "--tokens", type=Path, default=KEPT, metavar="FILE", help=f"where to keep them ({KEPT})"
    )
    found.add_argument("--key", type=Path, metavar="FILE", help="the private key that signs each move")
    return found


def client_for(args: argparse.Namespace) -> AsyncClient:
    if not args.url:
        raise SignalboxError("Name the server: --url https://…")
    client = partial(AsyncClient, args.url, signer=signer_of(args.key), user_agent="signalbox-mcp")
    if not args.client_id:
        if not (token := os.environ.get(TOKEN)):
            raise SignalboxError(f"There is no token. Set {TOKEN}, or sign in with --client-id.")
        return client(token)
    file = args.tokens.expanduser()

    def keep(tokens: Tokens) -> None:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.touch(mode=0o600)
        file.write_bytes(msgspec.json.encode(tokens))

    if not file.exists():
        keep(signed_in(args))
    kept = msgspec.json.decode(file.read_bytes(), type=Tokens)
    return client(tokens=kept, client_id=args.client_id, save=keep)


def signer_of(file: Path | None) -> Signer | None:
    try:
        return Signer.load(file.expanduser()) if file else None
    except (OSError, ImportError) as problem:
        raise SignalboxError(str(problem)) from None


def signed_in(args: argparse.Namespace) -> Tokens:
    """What is said goes to standard error: standard output belongs to the protocol."""

    def show(device: Device) -> None:
        at = device.verification_uri_complete or device.verification_uri
        print(f"Open {at} and type in {device.user_code}.", file=sys.stderr, flush=True)

    if args.device:
        return sign_in_with_device(args.url, args.client_id, show=show)
    return sign_in_with_browser(args.url, args.client_id)


def main(argv: list[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        from signalbox_client.mcp.server import build  # noqa: PLC0415 – the SDK is an extra
    except ImportError:
        print("The SDK is missing: pip install 'signalbox-client[mcp]'", file=sys.stderr)
        return 2
    try:
        build(client_for(args)).run()
    except (SignalboxError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 1
    except ExceptionGroup as group:  # what ends a server comes wrapped
        cause = next(leaves(group))
        if not isinstance(cause, SignalboxError):
            raise
        print(cause, file=sys.stderr)
        return 1
    return 0


def leaves(error: Exception) -> Iterator[Exception]:
    if isinstance(error, ExceptionGroup):
        for part in error.exceptions:
            yield from leaves(part)
    else:
        yield error


if __name__ == "__main__":
    sys.exit(main())

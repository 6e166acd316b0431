"""`make run`: all processes of the project, in the foreground, under one supervisor."""

import errno
import fcntl
import os
import shlex
import shutil
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from config.embedded.folder import write_privately
from config.embedded.postgres import postgres_program, prepare_postgres
from config.embedded.redis import redis_program
from config.env import Env, Misconfigured
from config.run.console import Console
from config.run.fork import preload
from config.run.given import check_postgres, check_redis
from config.run.leftovers import end_leftovers
from config.run.plan import CHECKOUT, Plan, address, read_plan, settings_for
from config.run.programs import app_programs, for_serving, migrate_program
from config.run.supervisor import StopRequested, Supervisor
from config.variables import CHOICES, VARIABLES


def main() -> None:
    plan = read_plan(Env(os.environ))
    console = Console()
    plan.folder.make()
    record = plan.folder.run / "children.json"
    with only_one_at_a_time(plan.folder.root / "lock"):
        if ended := end_leftovers(record):
            console.say(f"an earlier run was killed; ended {ended} processes that it left running")
        refuse_taken_port(plan.host, plan.port)
        if plan.wants_proxy and not plan.caddy:
            console.say("Caddy is not installed for this platform; continuing without it, as with PROXY=none")
        if not plan.caddy:
            refuse_taken_port(plan.host, plan.streams_port, name="STREAMS_PORT")
        supervisor = Supervisor(console, cwd=CHECKOUT, record=record)
        supervisor.listen_to_signals()
        env = settings_for(plan, dict(os.environ), log_format=console.form)
        check_given_servers(plan, env)
        try:
            start_all(supervisor, console, plan, env)
            supervisor.watch(until=parent_is_gone())
        except StopRequested:
            pass
        finally:
            stop_all(supervisor, console, plan)


@contextmanager
def only_one_at_a_time(file: Path) -> Iterator[None]:
    with file.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise Misconfigured(
                f"another run (process {lock.read().strip()}) uses {file.parent}; "
                "stop it, or set DATA_DIR and PORT."
            ) from None
        with suppress(OSError):  # the lock counts; the number in it only helps to find us
            os.truncate(lock.fileno(), 0)
            os.write(lock.fileno(), str(os.getpid()).encode())
        yield


def refuse_taken_port(host: str, port: int, name: str = "PORT") -> None:
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except socket.gaierror:
        raise Misconfigured(f"HOST is {host!r}; expected an address of this machine.") from None
    except OSError as error:
        why = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
        raise Misconfigured(f"port {port} on {host} {why}; choose another: make run {name}=8001") from None


def check_given_servers(plan: Plan, env: dict[str, str]) -> None:
    if not plan.embeds_postgres:
        check_postgres(env["DATABASE_URL"])
    if not plan.embeds_redis:
        check_redis(env["REDIS_URL"])


def forget_old_metrics(folder: Path) -> None:
    """Delete only the files of metrics: the user may have chosen a folder with other files."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file in folder.glob("*.db"):
            file.unlink()
    except OSError as error:
        raise Misconfigured(
            f"PROMETHEUS_MULTIPROC_DIR {folder} cannot be used ({error.strerror}); "
            "expected a writable folder."
        ) from None


def start_all(supervisor: Supervisor, console: Console, plan: Plan, env: dict[str, str]) -> None:
    forget_old_metrics(Path(env["PROMETHEUS_MULTIPROC_DIR"]))
    if plan.embeds_postgres:
        for folder in prepare_postgres(plan.folder):
            console.say(f"PostgreSQL runs as nobody, so other accounts may now traverse (not read) {folder}")
        supervisor.start(postgres_program(plan.folder))
    if plan.embeds_redis:
        supervisor.start(redis_program(plan.folder))
    write_env_files(plan, env, console)
    can_fork = preload(for_serving(env))
    supervisor.finish(replace(migrate_program(env), is_forked=can_fork))
    programs = [replace(one, is_forked=can_fork and one.is_python) for one in app_programs(plan, env)]
    # Clients wait for those that can say that they are ready, so they come first and together.
    supervisor.start(*(program for program in programs if program.is_ready))
    supervisor.start(*(program for program in programs if not program.is_ready))
    console.banner(what_runs_where(plan))


def stop_all(supervisor: Supervisor, console: Console, plan: Plan) -> None:
    """Stop what clients connect to first, so that running requests can finish, and the servers last."""
    console.say("stopping")
    supervisor.stop({"proxy", "streams"})
    servers = {"postgres", "redis"}
    supervisor.stop(supervisor.names() - servers)
    supervisor.stop(servers)
    for name in ("env", "children.json"):
        with suppress(OSError):
            (plan.folder.run / name).unlink(missing_ok=True)
    shutil.rmtree(plan.folder.sockets, ignore_errors=True)
    console.say(f"stopped; the data is kept in {plan.folder.root}")
    console.close()


def write_env_files(plan: Plan, env: dict[str, str], console: Console) -> None:
    """For `make manage` the variables to use the same servers; for `make backup` the chosen settings.

    The run itself does not need these files, so it goes on without them.
    """
    run, given = plan.folder.run, os.environ
    try:
        write_exports(run / "env", for_manage(env | {"BASE_URL": address(plan.host, plan.port)}))
        write_exports(run / "given", {name: given[name] for name in CHOICES if given.get(name)})
    except OSError as error:
        console.say(f"{run}/env cannot be written ({error.strerror}); `make manage` does not work")


def for_manage(env: Mapping[str, str]) -> dict[str, str]:
    """All settings of the run, since a command may sign, write files or send; how it logs is its own."""
    wanted = (*(name for name in VARIABLES if not name.startswith("LOG_")), "BASE_URL")
    return {name: env[name] for name in wanted if name in env}


def write_exports(file: Path, variables: Mapping[str, str]) -> None:
    lines = (f"export {name}={shlex.quote(value)}\n" for name, value in variables.items())
    write_privately(file, "".join(lines))


def what_runs_where(plan: Plan) -> dict[str, str]:
    base = address(plan.host, plan.port)
    where = str(plan.folder.root)
    return {
        "page": f"{base}/ (open it in a browser to play)",
        "web": f"{base}/api/v1",
        "docs": f"{base}/docs",
        "streams": f"{plan.streams_url}/api/v1/games/…/stream",
        "proxy": "Caddy, in front of both" if plan.caddy else "none: streams have an address of their own",
        "postgres": f"embedded, in {where}/postgres" if plan.embeds_postgres else "yours, from DATABASE_URL",
        "redis": f"embedded, in {where}/redis" if plan.embeds_redis else "yours, from REDIS_URL",
        "worker": f"Celery, {plan.task_processes} processes, and beat",
        "try": f"curl {base}/api/v1",
        "demo": "make demo (in another terminal): an account, a table against bots and a finished game",
        "stop": "Ctrl-C",
    }


def parent_is_gone() -> Callable[[], bool]:
    """Under make, end with make: if it is killed, Ctrl-C no longer reaches us."""
    parent = os.getppid()
    return lambda: "MAKELEVEL" in os.environ and os.getppid() != parent


if __name__ == "__main__":
    main()

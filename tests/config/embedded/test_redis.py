import re
import subprocess

from config.embedded.redis import binary


def test_the_embedded_redis_is_a_valkey_that_still_gets_fixes():
    told = subprocess.run([str(binary()), "--version"], capture_output=True, text=True, check=True).stdout

    version = re.search(r"\bv=(\d+)\.", told)
    assert version, told
    assert binary().name == "valkey-server"
    assert int(version[1]) >= 9

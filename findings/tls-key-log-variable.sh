#!/usr/bin/env bash
# Guess:  SSLKEYLOGFILE is for browsers and curl; a database's client takes no notice of it, and if its file cannot be written, nothing is lost.
# So:     Clients on Python's ssl.create_default_context (redis-py, PyMySQL, asyncpg, mysql-connector-python) write the keys of each
#         connection there without a word, and so does MariaDB's own client. If the file cannot be opened (its folder is gone, it is another
#         user's, as in a container that took over an environment), then the four Python drivers make no connection at all, to a server that
#         is up: redis-py says "Error 2 connecting to localhost:6379. No such file or directory", which reads as if no server were there;
#         PyMySQL and asyncpg name the file, not the variable. MariaDB's client and curl go on. psycopg, whose TLS is libpq's, and redis-cli
#         neither write nor fail. Without TLS nothing happens.
# Seen:   29 November 2026, Python 3.11, redis 8.1.0, PyMySQL 1.2.4, asyncpg 0.32.0, mysql-connector-python 9.5.0, psycopg 3.3.9,
#         redis-cli and Redis 7.0.15, MariaDB 11.4.5, PostgreSQL 18.1, curl 7.88.1: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need curl
certificate
postgres_server 18.1.0
mariadb_server
python_with drivers redis==8.1.0 PyMySQL==1.2.4 asyncpg==0.32.0 mysql-connector-python==9.5.0 'psycopg[binary]==3.3.9'
redis_server
cat >one.py <<'PYTHON'
import asyncio, sys
which, redis_port, plain_port, mariadb_port, postgres_port = sys.argv[1], *map(int, sys.argv[2:])
mariadb = dict(host="localhost", port=mariadb_port, user="test", password="secret")
def plain():
    import redis
    redis.Redis("localhost", plain_port).ping()
def redis_py():
    import redis
    redis.Redis("localhost", redis_port, ssl=True, ssl_ca_certs="tls/ca.pem").ping()
def pymysql():
    import pymysql
    pymysql.connect(**mariadb, ssl={"ca": "tls/ca.pem"}).close()
def connector():
    import mysql.connector
    mysql.connector.connect(**mariadb, ssl_ca="tls/ca.pem", use_pure=True).close()
def asyncpg():
    import asyncpg
    async def once():
        await (await asyncpg.connect(f"postgresql://postgres:secret@localhost:{postgres_port}/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem")).close()
    asyncio.run(once())
def psycopg():
    import psycopg
    psycopg.connect(f"host=localhost port={postgres_port} user=postgres password=secret sslmode=verify-full sslrootcert=tls/ca.pem").close()
try:
    globals()[which]()
    print("connected")
except Exception as e:
    print(type(e).__name__, str(e).replace(str(redis_port), "PORT"))
PYTHON
one() { # CLIENT
  case $1 in
    redis-cli) redis-cli -h localhost -p "$redis_port" --tls --cacert tls/ca.pem ping ;;
    mariadb) "$mariadb/bin/mariadb" --no-defaults -h localhost --protocol=tcp -P "$mariadb_port" -utest -psecret --ssl-ca=tls/ca.pem -Ne 'SELECT "connected"' ;;
    curl) curl -sS --cacert tls/ca.pem -o /dev/null -w '%{ssl_verify_result}' "https://localhost:$https_port/" ;;
    *) drivers/bin/python one.py "$1" "$redis_port" "$plain_port" "$mariadb_port" "$postgres_port" ;;
  esac 2>&1 | tail -1
}
https_port=$(free_port)
start https openssl s_server -accept "127.0.0.1:$https_port" -www -cert tls/server.pem -key tls/server.key
wait_port "$https_port"
show() { # CLIENT ANSWER KEYS_WRITTEN ANSWER_WITHOUT_THE_FOLDER
  local answer keys=no
  rm -f keys.log
  answer=$(SSLKEYLOGFILE=$W/keys.log one "$1")
  grep -qs CLIENT_TRAFFIC_SECRET_0 keys.log && keys=yes
  check "$1" "$2" "$answer"
  check "  its keys are in the file" "$3" "$keys"
  check "  without the folder" "$4" "$(SSLKEYLOGFILE=$W/gone/keys.log one "$1" | sed "s,$W,..,")"
}
file="[Errno 2] No such file or directory: '../gone/keys.log'"
show redis_py connected yes 'ConnectionError Error 2 connecting to localhost:PORT. No such file or directory.'
show pymysql connected yes "FileNotFoundError $file"
show asyncpg connected yes "FileNotFoundError $file"
show connector connected yes "InterfaceError $file"
show mariadb connected yes connected
show curl 0 yes 0
show psycopg connected no connected
show redis-cli PONG no PONG
show plain connected no connected
finish

#!/usr/bin/env bash
# Guess:  A process that is forked with an open connection of its parent must not use it; where it does, though not at the same time, both
#         get wrong answers or errors, with TLS as without. A child that does not use it harms nobody.
# So:     Without TLS all goes well, in all five drivers: the child asks, the parent asks, each has its answer. With TLS the parent's next
#         statement fails ("decryption failed or bad record mac", "Lost connection"), since the child has used up numbers of records that
#         the parent does not know of. So a program that is tested without TLS breaks on the day that TLS is switched on. redis-py notices
#         the fork and connects anew. And with mysql-connector-python, plain or TLS, a child that does nothing but end its Python takes
#         the parent's connection with it.
# Seen:   30 November 2026, psycopg 3.3.9, psycopg2 2.9.13, PyMySQL 1.2.4, mysql-connector-python 26.10.0, redis 8.1.0, Python 3.11.7; PostgreSQL
#         18.1, MariaDB 11.4.5, Redis 7.0.15.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
python_with py psycopg==3.3.9 psycopg-binary==3.3.9 psycopg2-binary==2.9.13 PyMySQL==1.2.4 cryptography mysql-connector-python==26.10.0 redis==8.1.0
postgres_server 18.1.0
mariadb_server
redis_server
cat >fork.py <<'PYTHON'
"""Prints `ok`, or the error's first words, of the parent's statement after its child has ended."""
import os, ssl, sys
who, port, tls, how = sys.argv[1], int(sys.argv[2]), sys.argv[3] == "tls", sys.argv[4]
def answer(cursor):
    cursor.execute("SELECT 1")
    return cursor.fetchone()[0]
if who in ("psycopg", "psycopg2"):
    driver = __import__(who)
    c = driver.connect(f"host=localhost hostaddr=127.0.0.1 port={port} user=postgres password=secret dbname=postgres "
                       + ("sslmode=verify-full sslrootcert=tls/ca.pem" if tls else "sslmode=disable"))
    cursor = c.cursor()
    ask = lambda: answer(cursor)
elif who == "PyMySQL":
    import pymysql
    c = pymysql.connect(host="localhost", port=port, user="test", password="secret",
                        **({"ssl": ssl.create_default_context(cafile="tls/ca.pem")} if tls else {"ssl_disabled": True}))
    cursor = c.cursor()
    ask = lambda: answer(cursor)
elif who == "connector":
    import mysql.connector
    c = mysql.connector.connect(host="127.0.0.1", port=port, user="test", password="secret", **({"ssl_ca": "tls/ca.pem"} if tls else {"ssl_disabled": True}))
    cursor = c.cursor()
    ask = lambda: answer(cursor)
else:
    import redis
    c = redis.Redis("localhost", port, ssl=tls, **({"ssl_ca_certs": "tls/ca.pem"} if tls else {}))
    ask = lambda: int(c.ping())
assert ask() == 1
child = os.fork()
if not child:
    if how == "ends": sys.exit()
    os._exit(0 if ask() == 1 else 1)
code = os.waitpid(child, 0)[1]
if code: print("the child failed")
else:
    try: print("ok" if ask() == 1 else "wrong")
    except Exception as e:
        print("\n".join(str(e).splitlines()), file=sys.stderr)
        print("record" if "record mac" in str(e).lower().replace("_", " ") else "error")
os._exit(0)
PYTHON
parent() { py/bin/python fork.py "$1" "$2" "$3" "$4" 2>>fork.log; }
for who in psycopg psycopg2 PyMySQL connector redis; do
  case $who in psycopg*) plain=$postgres_port tls=$postgres_port ;; redis) plain=$plain_port tls=$redis_port ;; *) plain=$mariadb_port tls=$mariadb_port ;; esac
  failed=record
  [ $who != redis ] || failed=ok
  check "$who, the child has asked: the parent's next, plain" ok "$(parent $who "$plain" plain asks)"
  check "the same with TLS" $failed "$(parent $who "$tls" tls asks)"
  ended=ok
  [ $who != connector ] || ended=error
  check "$who, the child has done nothing: plain and TLS" "$ended $ended" "$(parent $who "$plain" plain ends) $(parent $who "$tls" tls ends)"
done
finish

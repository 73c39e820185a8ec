#!/usr/bin/env bash
# Guess:  A SELECT over a connection from SQLAlchemy's pool is one round trip, which is a TLS record each way, or two with the BEGIN; with
#         pool_pre_ping it is one more, the same with each driver.
# So:     It is three (BEGIN, SELECT, ROLLBACK) with psycopg2, psycopg and asyncpg, five with pg8000. pool_pre_ping is one more with three of
#         them, and three more with asyncpg: its ping is a transaction of its own, BEGIN, ";" and ROLLBACK. So who reads one row at a time by
#         asyncpg pays six round trips and twelve records for it instead of two. With isolation_level="AUTOCOMMIT" both transactions go: two.
# Seen:   30 November 2026, SQLAlchemy 2.1.9, psycopg2 2.9.13, psycopg 3.3.9, pg8000 1.31.6, asyncpg 0.32.0, PostgreSQL 18.1: the round trips of
#         twelve SELECTs less those of two, divided by ten. Django 5.2.19 with psycopg: one, and one more with CONN_HEALTH_CHECKS.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
python_with py psycopg2-binary==2.9.13 psycopg==3.3.9 psycopg-binary==3.3.9 asyncpg==0.32.0 pg8000==1.31.6 SQLAlchemy==2.1.9 greenlet Django==5.2.19
postgres_server 18.1.0
relay "$postgres_port"
cat >ask.py <<'PYTHON'
import asyncio, ssl, sys
from sqlalchemy import create_engine, text
from sqlalchemy.ext.asyncio import create_async_engine
driver, port, option, count = sys.argv[1:]
context = ssl.create_default_context(cafile="tls/ca.pem")
url = f"postgresql+{driver}://postgres:secret@localhost:{port}/postgres"
options = {"plain": {}, "ping": {"pool_pre_ping": True}, "ping, AUTOCOMMIT": {"pool_pre_ping": True, "isolation_level": "AUTOCOMMIT"}}.get(option)
if driver == "django":
    import django
    from django.conf import settings
    settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "NAME": "postgres", "USER": "postgres", "PASSWORD": "secret",
        "HOST": "localhost", "PORT": port, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": option == "ping",
        "OPTIONS": {"hostaddr": "127.0.0.1", "sslmode": "verify-full", "sslrootcert": "tls/ca.pem"}}})
    django.setup()
    from django.core.signals import request_finished, request_started
    from django.db import connection
    for _ in range(int(count)):
        request_started.send(sender=None)
        with connection.cursor() as cursor: cursor.execute("SELECT 1"); cursor.fetchall()
        request_finished.send(sender=None)
    connection.close()
elif driver == "asyncpg":
    async def main():
        engine = create_async_engine(url, connect_args={"ssl": context}, **options)
        for _ in range(int(count)):
            async with engine.connect() as c: (await c.execute(text("SELECT 1"))).all()
        await engine.dispose()
    asyncio.run(main())
else:
    where = "" if driver == "pg8000" else "?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=tls/ca.pem"
    engine = create_engine(url + where, connect_args={"ssl_context": context} if driver == "pg8000" else {}, **options)
    for _ in range(int(count)):
        with engine.connect() as c: c.execute(text("SELECT 1")).all()
    engine.dispose()
PYTHON
trips() { # DRIVER OPTION COUNT
  rm -f wire.jsonl
  py/bin/python ask.py "$1" "$relay_port" "$2" "$3" >ask.log 2>&1 || missing "$1 failed: $(tail -1 ask.log)"
  round_trips 4 | cut -d' ' -f1 | tail -1
}
show() { # DRIVER OPTION EXPECTED
  local few many
  few=$(trips "$1" "$2" 2) || exit 2
  many=$(trips "$1" "$2" 12) || exit 2
  check "$1, $2: round trips for each SELECT" "$3" "$(((many - few) / 10)).$(((many - few) % 10))"
}
show psycopg2 plain 3.0
show psycopg2 ping 4.0
show psycopg plain 3.0
show psycopg ping 4.0
show pg8000 plain 5.0
show pg8000 ping 6.0
show asyncpg plain 3.0
show asyncpg ping 6.0
show asyncpg "ping, AUTOCOMMIT" 2.0
show django plain 1.0
show django ping 2.0
finish

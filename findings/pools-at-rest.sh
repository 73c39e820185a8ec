#!/usr/bin/env bash
# Guess:  A pool spares the TLS handshakes: a service that asks once in a while by a pool with its defaults makes one connection and keeps it.
# So:     From 1 to 10 connections for three queries, one each 13 s. node pg's pool closes its connection after 10 s, and with it those of Drizzle
#         and TypeORM: each query is a full handshake. Sequelize the same, and one more at its start. HikariCP, asyncpg's and MariaDB's pool for
#         Node open ten for the first query, psycopg's four. knex, postgres (npm), mysql2 and SQLAlchemy make one.
# Seen:   30 November 2026, pg (npm) 8.23.1, drizzle-orm 0.45.4, typeorm 1.1.1, sequelize 6.37.8, knex 3.3.0, postgres (npm) 3.4.9, mysql2 3.24.6, mariadb (npm)
#         3.5.4, asyncpg 0.32.0, psycopg-pool 3.3.3, SQLAlchemy 2.1.9, HikariCP 7.0.2 with PgJDBC 42.7.8; PostgreSQL 18.1, MariaDB 11.4.5.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 node npm java javac
certificate
python_with py asyncpg==0.32.0 psycopg==3.3.9 psycopg-binary==3.3.9 psycopg-pool==3.3.3 SQLAlchemy==2.1.9 greenlet
node_with --legacy-peer-deps pg@8.23.1 drizzle-orm@0.45.4 typeorm@1.1.1 sequelize@6.37.8 knex@3.3.0 postgres@3.4.9 mysql2@3.24.6 mariadb@3.5.4
jars jars org.postgresql:postgresql:42.7.8 com.zaxxer:HikariCP:7.0.2 org.slf4j:slf4j-nop:2.0.17
postgres_server 18.1.0
mariadb_server
cat >client.js <<'JS'
const fs = require('fs')
const [who, port] = process.argv.slice(2)
const ca = fs.readFileSync('tls/ca.pem')
const postgres = { host: 'localhost', port: +port, user: 'postgres', password: 'secret', database: 'postgres', ssl: { ca } }
const mysql = { host: 'localhost', port: +port, user: 'test', password: 'secret', database: 'test', ssl: { ca } }
const pools = {
  'node-pg': () => { const pool = new (require('pg').Pool)(postgres); return () => pool.query('SELECT 1') },
  drizzle: () => { const db = require('drizzle-orm/node-postgres').drizzle({ connection: postgres }); return () => db.execute('SELECT 1') },
  typeorm: async () => {
    const source = new (require('typeorm').DataSource)({ type: 'postgres', ...postgres, username: 'postgres' })
    await source.initialize()
    return () => source.query('SELECT 1')
  },
  sequelize: () => {
    const { Sequelize } = require('sequelize')
    const db = new Sequelize('postgres', 'postgres', 'secret', { host: 'localhost', port: +port, dialect: 'postgres', logging: false, dialectOptions: { ssl: { ca } } })
    return () => db.query('SELECT 1')
  },
  knex: () => { const db = require('knex')({ client: 'pg', connection: postgres }); return () => db.raw('SELECT 1') },
  postgres: () => { const sql = require('postgres')({ ...postgres, username: 'postgres' }); return () => sql`SELECT 1` },
  mysql2: () => { const pool = require('mysql2/promise').createPool(mysql); return () => pool.query('SELECT 1') },
  mariadb: () => { const pool = require('mariadb').createPool(mysql); return () => pool.query('SELECT 1') },
}
const main = async () => {
  const ask = await pools[who]()
  for (let i = 0; i < 3; i++) {
    if (i) await new Promise((resolve) => setTimeout(resolve, 13000))
    await ask()
  }
  console.log('asked')
  process.exit()
}
main().catch((e) => { console.log(e.message); process.exit(1) })
JS
cat >client.py <<'PYTHON'
import asyncio, sys, time
who, port = sys.argv[1:]
url = f"postgresql://postgres:secret@localhost:{port}/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem"
def three_times(ask):
    for i in range(3):
        if i: time.sleep(13)
        ask()
if who == "asyncpg":
    import asyncpg
    async def main():
        async with asyncpg.create_pool(url) as pool:
            for i in range(3):
                if i: await asyncio.sleep(13)
                await pool.fetch("SELECT 1")
    asyncio.run(main())
elif who == "psycopg":
    from psycopg_pool import ConnectionPool
    with ConnectionPool(url) as pool:
        def ask():
            with pool.connection() as c: c.execute("SELECT 1")
        three_times(ask)
else:
    from sqlalchemy import create_engine, text
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    def ask():
        with engine.connect() as c: c.execute(text("SELECT 1"))
    three_times(ask)
print("asked")
PYTHON
cat >Client.java <<'JAVA'
import com.zaxxer.hikari.*;
class Client {
    public static void main(String[] a) throws Exception {
        var config = new HikariConfig();
        config.setJdbcUrl("jdbc:postgresql://localhost:" + a[1] + "/postgres?user=postgres&password=secret&sslmode=verify-full&sslrootcert=tls/ca.pem");
        try (var pool = new HikariDataSource(config)) {
            for (int i = 0; i < 3; i++) {
                if (i > 0) Thread.sleep(13000);
                try (var c = pool.getConnection(); var s = c.createStatement()) { s.execute("SELECT 1"); }
            }
        }
        System.out.println("asked");
    }
}
JAVA
javac -cp 'jars/*' Client.java 2>javac.log || missing "cannot compile: $(head -1 javac.log)"
wire_py >wire.py
begin() { # NAME PORT COMMAND...: a client with a relay of its own
  local name=$1 port=$2
  shift 2
  start "$name.relay" python3 wire.py "$port" "$name.jsonl"
  wait_for "$name.relay.log" '^port '
  start "$name" "$@" "$name" "$(port_in "$name.relay.log" port)"
}
for who in node-pg drizzle typeorm sequelize knex postgres; do begin $who "$postgres_port" node client.js; done
for who in mysql2 mariadb; do begin $who "$mariadb_port" node client.js; done
for who in asyncpg psycopg SQLAlchemy; do begin $who "$postgres_port" py/bin/python client.py; done
begin HikariCP "$postgres_port" java -cp 'jars/*:.' Client
all="node-pg drizzle typeorm sequelize knex postgres mysql2 mariadb asyncpg psycopg SQLAlchemy HikariCP"
for who in $all; do wait_for $who.log '^asked'; done
sleep 2
for who in $all; do
  case $who in
    node-pg | drizzle | typeorm) expected=3 ;;
    sequelize | psycopg) expected=4 ;;
    asyncpg | mariadb | HikariCP) expected=10 ;;
    *) expected=1 ;;
  esac
  check "$who, TLS handshakes for three queries" $expected "$(grep -c '"resumed": false' $who.jsonl)"
done
finish

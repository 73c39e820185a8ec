#!/usr/bin/env bash
# Guess:  A column of an enum costs a driver nothing, as its values come as text, or one question for each type, once.
# So:     asyncpg asks the server for six round trips more, at the first query of each connection in which there is a value or a parameter of a type
#         that somebody has made: an enum, an array of one, a table's row. So a new connection has eleven round trips instead of five until
#         its first answer, and a pool of ten asks for the same type ten times. psycopg and node pg ask nothing, PgJDBC two for an enum, five for an array.
# Seen:   30 November 2026, asyncpg 0.32.0, psycopg 3.3.9, pg (npm) 8.23.1, PgJDBC 42.7.8, PostgreSQL 18.1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 node npm java javac
certificate
python_with py asyncpg==0.32.0 psycopg==3.3.9 psycopg-binary==3.3.9
node_with pg@8.23.1
jars pgjdbc org.postgresql:postgresql:42.7.8
cat >client.py <<'PYTHON'
import asyncio, ssl, sys
who, query, port = sys.argv[1:]
if who == "asyncpg":
    import asyncpg
    async def main():
        c = await asyncpg.connect(f"postgresql://postgres:secret@localhost:{port}/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem")
        for _ in range(3): await c.fetch(query)
        await c.close()
    asyncio.run(main())
else:
    import psycopg
    with psycopg.connect(f"host=localhost port={port} user=postgres password=secret dbname=postgres sslmode=verify-full sslrootcert=tls/ca.pem", autocommit=True) as c:
        if who == "make": c.execute("CREATE TYPE mood AS ENUM ('a', 'b')").connection.execute("CREATE TABLE t AS SELECT 1 AS i")
        else:
            for _ in range(3): c.execute(query).fetchall()
PYTHON
cat >client.js <<'JS'
const c = new (require('pg').Client)({ host: 'localhost', port: +process.argv[4], user: 'postgres', password: 'secret', ssl: { ca: require('fs').readFileSync('tls/ca.pem') } })
const main = async () => {
  await c.connect()
  for (let i = 0; i < 3; i++) await c.query(process.argv[3])
  await c.end()
}
main()
JS
cat >Client.java <<'JAVA'
import java.sql.*;
class Client {
    public static void main(String[] a) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:postgresql://localhost:" + a[2] + "/postgres?user=postgres&password=secret&sslmode=verify-full&sslrootcert=tls/ca.pem");
             Statement s = c.createStatement()) {
            for (int i = 0; i < 3; i++) try (ResultSet r = s.executeQuery(a[1])) {
                r.next();
                if (r.getObject(1) instanceof Array array) array.getArray();
            }
        }
    }
}
JAVA
javac Client.java 2>javac.log || missing "cannot compile: $(head -1 javac.log)"
postgres_server 18.1.0
py/bin/python client.py make '' "$postgres_port" || missing "cannot make the type"
relay "$postgres_port"
more() { # QUERY COMMAND...: round trips of a connection with three times this query, more than with SELECT 1
  local query none
  for query in 'SELECT 1' "$1"; do
    rm -f wire.jsonl
    "${@:2}" "$query" "$relay_port" >client.log 2>&1 || missing "$*: $(tail -1 client.log)"
    none=${seen:-}
    seen=$(round_trips 0 | tail -1 | cut -d' ' -f1)
  done
  echo $((seen - none))
}
python=(py/bin/python client.py)
java=(java -cp 'pgjdbc/*:.' Client java)
enum="SELECT 'a'::mood" array="SELECT ARRAY['a', 'b']::mood[]"
check_between "asyncpg, an enum" 4 8 "$(more "$enum" "${python[@]}" asyncpg)"
check_between "asyncpg, an array of it" 4 8 "$(more "$array" "${python[@]}" asyncpg)"
check_between "asyncpg, a row of a table" 4 8 "$(more "SELECT t FROM t" "${python[@]}" asyncpg)"
check "psycopg, the array" 0 "$(more "$array" "${python[@]}" psycopg)"
check "node pg, the array" 0 "$(more "$array" node client.js pg)"
check_between "PgJDBC, an enum" 1 4 "$(more "$enum" "${java[@]}")"
check_between "PgJDBC, the array" 3 7 "$(more "$array" "${java[@]}")"
finish

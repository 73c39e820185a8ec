#!/usr/bin/env bash
# Guess:  A driver that connects to PostgreSQL with direct TLS (sslNegotiation=direct, as proxies that end TLS want it) sends its cancel request
#         the same way: a time-out ends the statement through such a proxy as it does without one.
# So:     PgJDBC sends its cancel requests in clear, whatever sslmode says; the proxy takes TLS only and drops them. setQueryTimeout(1)
#         then does nothing: a statement of 8 s runs for 8 s and ends well, without an exception. With asyncpg the client has its TimeoutError
#         after a second, and the statement goes on in the server, since its cancel asks for TLS in the old way, with `direct_tls=True`, too.
#         In psycopg cancel() has no effect, cancel_safe() works: it is the one that goes as the connection went. Without the proxy all
#         of them end the statement: PostgreSQL takes a cancel request in each of these ways.
# Seen:   29 November 2026, PgJDBC 42.7.8, asyncpg 0.32.0, psycopg 3.3.9 (with its own libpq), PostgreSQL 18.1, HAProxy 2.6.12 of Debian 12 with
#         `alpn postgresql`: as below. asyncpg with direct_tls needs a context with ALPN; without it PostgreSQL closes the connection.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
jars jdbc org.postgresql:postgresql:42.7.8
python_with venv asyncpg==0.32.0 "psycopg[binary]==3.3.9"
postgres_server 18.1.0
debian haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1
cat tls/server.pem tls/server.key >tls/both.pem
proxy_port=$(free_port)
cat >haproxy.cfg <<CFG
defaults
  mode tcp
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen postgres
  bind 127.0.0.1:$proxy_port ssl crt tls/both.pem alpn postgresql
  server one 127.0.0.1:$postgres_port
CFG
start haproxy haproxy -f haproxy.cfg
wait_port "$proxy_port"
cat >Query.java <<'JAVA'
import java.sql.*;
class Query {
  public static void main(String[] arguments) throws Exception {
    String url = "jdbc:postgresql://localhost:" + arguments[0] + "/postgres?sslmode=verify-full&sslrootcert=tls/ca.pem&sslNegotiation=" + arguments[1];
    try (Connection c = DriverManager.getConnection(url, "postgres", "secret");
        Statement s = c.createStatement()) {
      s.setQueryTimeout(1);
      s.execute("SELECT pg_sleep(8)");
      System.out.println("no time-out");
    } catch (SQLException e) {
      if (!"57014".equals(e.getSQLState())) throw e;
      System.out.println("time-out");
    }
  }
}
JAVA
cat >query.py <<'PYTHON'
import asyncio, ssl, sys, threading
what, port, negotiation = sys.argv[1], int(sys.argv[2]), sys.argv[3]
async def apg():
    import asyncpg
    context = ssl.create_default_context(cafile="tls/ca.pem")
    context.set_alpn_protocols(["postgresql"])
    c = await asyncpg.connect(host="localhost", port=port, user="postgres", password="secret", ssl=context, direct_tls=negotiation == "direct")
    try:
        await c.execute("SELECT pg_sleep(8)", timeout=1)
        print("no time-out")
    except TimeoutError: print("time-out")
    await c.close(timeout=3)
if what == "asyncpg": asyncio.run(apg())
else:
    import psycopg
    c = psycopg.connect(f"host=localhost port={port} user=postgres password=secret dbname=postgres sslmode=verify-full sslrootcert=tls/ca.pem sslnegotiation={negotiation}")
    def cancel():
        try:
            c.cancel_safe(timeout=10) if what == "cancel_safe" else c.cancel()
        except Exception: pass
    threading.Timer(1, cancel).start()
    try:
        c.execute("SELECT pg_sleep(8)")
        print("no time-out")
    except psycopg.errors.QueryCanceled: print("time-out")
PYTHON
cat >active.py <<'PYTHON'
import psycopg, sys, time # seconds that a query of somebody else runs: until none does
c = psycopg.connect(f"host=127.0.0.1 port={sys.argv[1]} user=postgres password=secret dbname=postgres sslmode=disable", autocommit=True)
count = lambda: c.execute("SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'").fetchone()[0]
print("ready", flush=True)
begin = time.time()
while not count() and time.time() < begin + 15: time.sleep(0.05)
start = time.time()
while count(): time.sleep(0.05)
print("active", round(time.time() - start, 1), flush=True)
PYTHON
javac -d classes Query.java || exit 2
seen() { # COMMAND...: what the client says, and whether the statement ended at once in the server
  start active venv/bin/python active.py "$postgres_port"
  local active=$last
  wait_for active.log ready
  "$@" >client.log 2>&1
  wait "$active"
  local seconds
  seconds=$(sed -n 's/^active //p' active.log)
  echo "$(tail -1 client.log), $(awk -v s="$seconds" 'BEGIN { print (s > 6 ? "runs to its end" : s > 0.5 && s < 4 ? "ended" : s " s") }')"
}
java=(java -cp 'classes:jdbc/*' Query) python=(venv/bin/python query.py)
echo "  PostgreSQL itself, direct TLS, a statement of 8 s and a time-out of 1 s: the client, the server's statement"
check "PgJDBC, setQueryTimeout" "time-out, ended" "$(seen "${java[@]}" "$postgres_port" direct)"
check "asyncpg, timeout=" "time-out, ended" "$(seen "${python[@]}" asyncpg "$postgres_port" direct)"
check "psycopg, cancel" "time-out, ended" "$(seen "${python[@]}" cancel "$postgres_port" direct)"
check "psycopg, cancel_safe" "time-out, ended" "$(seen "${python[@]}" cancel_safe "$postgres_port" direct)"
echo "  through HAProxy, which ends TLS:"
check "PgJDBC, setQueryTimeout" "no time-out, runs to its end" "$(seen "${java[@]}" "$proxy_port" direct)"
check "asyncpg, timeout=" "time-out, runs to its end" "$(seen "${python[@]}" asyncpg "$proxy_port" direct)"
check "psycopg, cancel" "no time-out, runs to its end" "$(seen "${python[@]}" cancel "$proxy_port" direct)"
check "psycopg, cancel_safe" "time-out, ended" "$(seen "${python[@]}" cancel_safe "$proxy_port" direct)"
finish

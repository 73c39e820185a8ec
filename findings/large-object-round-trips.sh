#!/usr/bin/env bash
# Guess:  A large object of PostgreSQL takes three calls, to open it, to read or write it, and to close it: three round trips for 100 bytes, and for
#         1 MB that is stored some more.
# So:     It depends on who asks. A file of 1 MB is 125 round trips with psql's \lo_import and with psycopg2's lobject of a file, which send 8 KB
#         and wait, and seven in all if psycopg2 is given the same bytes, or PgJDBC's stream is. To read one of 100 bytes psycopg2's lobject takes six round
#         trips, since read() looks for the end and back first; PgJDBC three; lo_get() in a SELECT one.
# Seen:   30 November 2026, psql 15, psycopg2 2.9.13, PgJDBC 42.7.8, PostgreSQL 18.1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 java javac
certificate
debian postgresql-client-15 libpq5
python_with py psycopg2-binary==2.9.13
jars pgjdbc org.postgresql:postgresql:42.7.8
postgres_server 18.1.0
relay "$postgres_port"
head -c 1000000 /dev/urandom >blob
cat >client.py <<'PYTHON'
import psycopg2, sys
what, port = sys.argv[1:]
c = psycopg2.connect(f"host=localhost hostaddr=127.0.0.1 port={port} user=postgres password=secret dbname=postgres sslmode=verify-full sslrootcert=tls/ca.pem")
k = c.cursor()
if what == "file": c.lobject(0, "w", 0, "blob").close()
elif what == "bytes":
    large = c.lobject(0, "wb")
    large.write(open("blob", "rb").read())
    large.close()
elif what == "make": k.execute("SELECT lo_from_bytea(1000000 + g, repeat('x', 100)::bytea) FROM generate_series(1, 100) g")
elif what == "read":
    for i in range(1, 101):
        large = c.lobject(1000000 + i, "rb")
        if len(large.read()) != 100: sys.exit("not 100 bytes")
        large.close()
elif what == "lo_get":
    for i in range(1, 101):
        k.execute("SELECT lo_get(%s)", (1000000 + i,))
        if len(k.fetchone()[0]) != 100: sys.exit("not 100 bytes")
c.commit()
c.close()
PYTHON
cat >Client.java <<'JAVA'
import java.nio.file.*;
import java.sql.*;
import org.postgresql.PGConnection;
import org.postgresql.largeobject.*;
class Client {
    public static void main(String[] a) throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:postgresql://localhost:" + a[1] + "/postgres?user=postgres&password=secret&sslmode=verify-full&sslrootcert=tls/ca.pem")) {
            c.setAutoCommit(false);
            LargeObjectManager manager = c.unwrap(PGConnection.class).getLargeObjectAPI();
            if (a[0].equals("stream")) {
                try (LargeObject large = manager.open(manager.createLO(), LargeObjectManager.WRITE); var out = large.getOutputStream(); var in = Files.newInputStream(Path.of("blob"))) {
                    in.transferTo(out);
                }
            }
            if (a[0].equals("read")) for (long i = 1; i <= 100; i++) {
                try (LargeObject large = manager.open(1000000 + i, LargeObjectManager.READ)) {
                    if (large.read(1000).length != 100) throw new IllegalStateException("not 100 bytes");
                }
            }
            c.commit();
        }
    }
}
JAVA
javac -cp 'pgjdbc/*' Client.java 2>javac.log || missing "cannot compile: $(head -1 javac.log)"
trips() { # COMMAND...: round trips of its connection
  rm -f wire.jsonl
  "$@" >client.log 2>&1 || missing "$*: $(tail -1 client.log)"
  round_trips 4 | tail -1 | cut -d' ' -f1
}
python=(py/bin/python client.py)
java=(java -cp 'pgjdbc/*:.' Client)
"${python[@]}" make "$postgres_port" || missing "cannot make the large objects"
export PGPASSWORD=secret PGSSLMODE=verify-full PGSSLROOTCERT=$W/tls/ca.pem
psql=("$W/root/usr/lib/postgresql/15/bin/psql" -X -h localhost -p "$relay_port" -U postgres)
none=$(trips "${psql[@]}" -c 'SELECT 1')
check_between "1 MB by psql's \\lo_import: round trips" 122 135 "$(($(trips "${psql[@]}" -c '\lo_import blob') - none))"
none=$(trips "${python[@]}" none "$relay_port")
check_between "psycopg2, a file" 122 135 "$(($(trips "${python[@]}" file "$relay_port") - none))"
check_between "psycopg2, bytes" 3 8 "$(($(trips "${python[@]}" bytes "$relay_port") - none))"
check_between "psycopg2, 100 of 100 bytes are read" 590 610 "$(($(trips "${python[@]}" read "$relay_port") - none))"
check_between "the same by SELECT lo_get()" 98 104 "$(($(trips "${python[@]}" lo_get "$relay_port") - none))"
none=$(trips "${java[@]}" none "$relay_port")
check_between "PgJDBC, 1 MB by its stream" 2 16 "$(($(trips "${java[@]}" stream "$relay_port") - none))"
check_between "PgJDBC, 100 of 100 bytes are read" 295 310 "$(($(trips "${java[@]}" read "$relay_port") - none))"
finish

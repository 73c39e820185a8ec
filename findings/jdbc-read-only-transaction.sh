#!/usr/bin/env bash
# Guess:  One SELECT in a transaction is three round trips, one each to begin, ask and commit. To say that it is read-only, and which isolation it
#         has, costs nothing or travels with the beginning.
# So:     Each call of JDBC is a round trip or two. A SELECT in a read-only transaction with an isolation level of its own, set and set back as
#         frameworks do it, is nine round trips with Connector/J, and nine records each way, five with MariaDB's driver, five or six with PgJDBC; in a transaction
#         with nothing more four, three and two or three. `useLocalSessionState=true`, which is off, spares Connector/J one of the nine.
# Seen:   30 November 2026, Connector/J 9.5.0, MariaDB Connector/J 3.5.6, PgJDBC 42.7.8; MariaDB 11.4.5, PostgreSQL 18.1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
jars jars org.postgresql:postgresql:42.7.8 com.mysql:mysql-connector-j:9.5.0 org.mariadb.jdbc:mariadb-java-client:3.5.6 org.slf4j:slf4j-nop:2.0.17
cat >Client.java <<'JAVA'
import java.sql.*;
class Client {
    static void select(Connection c) throws SQLException {
        try (Statement s = c.createStatement(); ResultSet r = s.executeQuery("SELECT 1")) { r.next(); }
    }

    static void transaction(Connection c) throws SQLException {
        c.setAutoCommit(false);
        select(c);
        c.commit();
        c.setAutoCommit(true);
    }

    public static void main(String[] a) throws Exception {
        String url = a[0] + a[1] + a[2];
        try (Connection c = DriverManager.getConnection(url)) {
            for (int i = 0; i < Integer.parseInt(a[4]); i++) {
                if (a[3].equals("select")) select(c);
                else if (a[3].equals("transaction")) transaction(c);
                else {
                    c.setReadOnly(true);
                    int before = c.getTransactionIsolation();
                    c.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                    transaction(c);
                    c.setTransactionIsolation(before);
                    c.setReadOnly(false);
                }
            }
        }
    }
}
JAVA
javac Client.java 2>javac.log || missing "cannot compile: $(head -1 javac.log)"
postgres_server 18.1.0
mariadb_server
trips() { # URL REST WHAT: tenths of a round trip, and of a record of the client, for each of ten
  local n seen=
  for n in 1 11; do
    rm -f wire.jsonl
    java -cp 'jars/*:.' Client "$1" "$relay_port" "$2" "$3" $n >client.log 2>&1 || missing "$1: $(tail -1 client.log)"
    seen="$seen $(round_trips 0 | tail -1 | cut -d' ' -f1,2)"
  done
  awk '{ printf "%.1f %.1f\n", ($3 - $1) / 10, ($4 - $2) / 10 }' <<<"$seen"
}
seen() { # NAME URL REST WHAT LEAST MOST
  local trips records
  read -r trips records <<<"$(trips "$2" "$3" "$4")"
  echo "  $1, $4: round trips $trips, records of the client $records"
  check_between "round trips" "$5" "$6" "$trips"
}
relay "$mariadb_port"
url=jdbc:mysql://localhost: rest="/test?user=test&password=secret&sslMode=VERIFY_CA&trustCertificateKeyStoreUrl=file:$W/tls/trust.p12&trustCertificateKeyStorePassword=changeit&trustCertificateKeyStoreType=PKCS12"
seen "Connector/J" $url "$rest" select 0.9 1.1
seen "Connector/J" $url "$rest" transaction 3.9 4.1
seen "Connector/J" $url "$rest" read-only 8.9 9.1
seen "Connector/J with useLocalSessionState" $url "$rest&useLocalSessionState=true" read-only 7.9 8.1
url=jdbc:mariadb://localhost: rest="/test?user=test&password=secret&sslMode=verify-full&serverSslCert=$W/tls/ca.pem"
seen "MariaDB Connector/J" $url "$rest" select 0.9 1.1
seen "MariaDB Connector/J" $url "$rest" transaction 2.9 3.1
seen "MariaDB Connector/J" $url "$rest" read-only 4.9 5.1
kill "$relay_pid"
relay "$postgres_port"
url=jdbc:postgresql://localhost: rest="/postgres?user=postgres&password=secret&sslmode=verify-full&sslrootcert=$W/tls/ca.pem"
seen PgJDBC $url "$rest" select 0.9 1.1
seen PgJDBC $url "$rest" transaction 2 3.1
seen PgJDBC $url "$rest" read-only 4 7
finish

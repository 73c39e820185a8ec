#!/usr/bin/env bash
# Guess:  The small databases in Java send a prepared SELECT of one row as one request and one answer, a TLS record each;
#         H2, the oldest protocol of the three, perhaps two.
# So:     H2 does. HSQLDB and Derby make two round trips of it, two records in each direction: HSQLDB closes the result by a
#         request of its own, Derby commits when the result is closed (autocommit). So TLS's part is twice as much there.
#         And H2 sends two bytes for each character: a value of 1,000 characters takes 2,100 bytes, the others' 1,200.
# Seen:   27 November 2026, H2 2.4.240, HSQLDB 2.7.4, Derby 10.15.2.0, OpenJDK 17.0.15, TLS 1.3.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
jars jars com.h2database:h2:2.4.240 org.hsqldb:hsqldb:2.7.4 org.apache.derby:derbynet:10.15.2.0 org.apache.derby:derbyclient:10.15.2.0
cat >Database.java <<'JAVA'
import java.net.InetAddress; import java.sql.*;
class Database {
  public static void main(String[] arguments) throws Exception {
    String kind = arguments[1], port = arguments[2];
    if (arguments[0].equals("server")) {
      switch (kind) {
        case "H2" -> org.h2.tools.Server.createTcpServer("-tcpSSL", "-tcpPort", port, "-ifNotExists", "-baseDir", System.getProperty("user.dir") + "/h2").start();
        case "HSQLDB" -> {
          var server = new org.hsqldb.server.Server();
          server.setTls(true);
          server.setPort(Integer.parseInt(port));
          server.setDatabaseName(0, "test");
          server.setDatabasePath(0, "mem:test");
          server.start();
        }
        default -> {
          System.setProperty("derby.drda.sslMode", "basic");
          new org.apache.derby.drda.NetworkServerControl(InetAddress.getByName("127.0.0.1"), Integer.parseInt(port)).start(null);
        }
      }
      Thread.sleep(600_000);
      System.exit(0);
    }
    String url = switch (kind) {
      case "H2" -> "jdbc:h2:ssl://localhost:" + port + "/test";
      case "HSQLDB" -> "jdbc:hsqldb:hsqls://localhost:" + port + "/test";
      default -> "jdbc:derby://localhost:" + port + "/memory:test;create=true;ssl=basic";
    };
    try (Connection c = DriverManager.getConnection(url, "SA", kind.equals("Derby") ? "x" : "")) {
      try (Statement s = c.createStatement()) {
        if (arguments[3].equals("0")) {
          s.execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(1000))");
          s.execute("INSERT INTO t VALUES (1, '" + "x".repeat(1000) + "')");
        }
      }
      try (PreparedStatement s = c.prepareStatement("SELECT v FROM t WHERE id = ?")) {
        for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
          s.setInt(1, 1);
          try (ResultSet r = s.executeQuery()) { r.next(); if (r.getString(1).length() != 1000) throw new IllegalStateException(); }
        }
      }
    }
  }
}
JAVA
javac -cp 'jars/*' -d classes Database.java || exit 2
for expected in 'H2 1 1 1900 2400' 'HSQLDB 2 2 1050 1400' 'Derby 2 2 1050 1500'; do
  read -r kind sent received least most <<<"$expected"
  port=$(free_port)
  start "$kind" java -Djavax.net.ssl.keyStore=tls/server.p12 -Djavax.net.ssl.keyStorePassword=changeit -cp 'classes:jars/*' Database server "$kind" "$port"
  wait_port "$port"
  relay "$port"
  rm -f wire.jsonl
  for count in 0 10 110; do
    java -Djavax.net.ssl.trustStore=tls/trust.p12 -Djavax.net.ssl.trustStorePassword=changeit -cp 'classes:jars/*' Database client "$kind" "$relay_port" $count >run.log 2>&1 ||
      missing "client of $kind: $(grep -m1 Exception run.log)"
  done
  per='[[f([n for side, kind, n in c["log"] if side == s and kind == 23]) for c in lines if c["hello"]][-2:] for f, s in ((len, "C"), (len, "S"), (sum, "S"))]'
  read -r c s bytes <<<"$(wire "*[round((b - a) / 100) for a, b in $per]")"
  check "$kind: records per SELECT, sent and received" "$sent $received" "$c $s"
  check_between "$kind: bytes received for 1,000 characters" "$least" "$most" "$bytes"
done
finish

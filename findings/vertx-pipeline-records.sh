#!/usr/bin/env bash
# Guess:  100 queries given at once to a connection of Vert.x' PostgreSQL client, which pipelines up to 256, are one TLS record
#         of the client's and two of the server's. R2DBC's driver makes one of each for every query.
# So:     Vert.x writes each query by itself, and ends each with a Sync of its own: 100 records of the client's, 100 of the
#         server's. The pipeline saves waiting, none of TLS's work. And preparedQuery() without setCachePreparedStatements,
#         as it is by default, is not pipelined: 200 records each way, and the client waits at least 100 times, for each
#         query's preparation. R2DBC's driver sends one query after the other: 100 records, 100 waits.
# Seen:   29 November 2026, vertx-pg-client 5.0.7, r2dbc-postgresql 1.1.1, PostgreSQL 18.1, OpenJDK 17.0.15, TLS 1.3: turns of
#         direction on the wire: query() and cached ones 2 to 146, by timing, so they are not checked; prepared ones 202 to
#         374, R2DBC 199 to 200.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
jars vertx io.vertx:vertx-pg-client:5.0.7 com.ongres.scram:scram-client:3.2
jars r2dbc org.postgresql:r2dbc-postgresql:1.1.1.RELEASE org.slf4j:slf4j-nop:2.0.17
postgres_server 18.1.0
relay "$postgres_port"
cat >Vertx.java <<'JAVA'
import io.vertx.core.CompositeFuture; import io.vertx.core.Future; import io.vertx.core.net.ClientSSLOptions; import io.vertx.pgclient.*; import io.vertx.sqlclient.Tuple; import java.util.*; import java.util.concurrent.*;
class Queries {
  static String way;
  public static void main(String[] arguments) throws Exception {
    way = arguments[0];
    var options = new PgConnectOptions().setHost("127.0.0.1").setPort(Integer.parseInt(arguments[1])).setUser("postgres").setPassword("secret").setDatabase("postgres").setPipeliningLimit(Integer.parseInt(arguments[3]))
        .setSslMode(SslMode.REQUIRE).setSslOptions(new ClientSSLOptions().setTrustAll(true).setHostnameVerificationAlgorithm("")).setCachePreparedStatements(way.equals("cached"));
    var vertx = io.vertx.core.Vertx.vertx();
    var done = new CompletableFuture<Void>();
    vertx.getOrCreateContext().runOnContext(v -> // all on the event loop of the connection, as in a verticle
        PgConnection.connect(vertx, options).compose(c -> queries(c, 1).compose(a -> queries(c, Integer.parseInt(arguments[2]))).compose(a -> c.close()))
            .onSuccess(a -> done.complete(null)).onFailure(done::completeExceptionally));
    try {
      done.get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
    System.exit(0);
  }
  static Future<CompositeFuture> queries(PgConnection connection, int count) {
    List<Future<?>> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) answers.add(way.equals("simple") ? connection.query("SELECT 1").execute() : connection.preparedQuery("SELECT $1::text").execute(Tuple.of("x")));
    return Future.all(answers);
  }
}
JAVA
cat >R2dbc.java <<'JAVA'
import io.r2dbc.postgresql.*; import io.r2dbc.postgresql.client.SSLMode; import java.time.Duration; import reactor.core.publisher.Flux;
class Queries {
  public static void main(String[] arguments) {
    var configuration = PostgresqlConnectionConfiguration.builder().host("127.0.0.1").port(Integer.parseInt(arguments[1])).username("postgres").password("secret").database("postgres")
        .sslMode(SSLMode.VERIFY_CA).sslRootCert("tls/ca.pem").build();
    var connection = new PostgresqlConnectionFactory(configuration).create().block(Duration.ofSeconds(30));
    for (int count : new int[] {1, Integer.parseInt(arguments[2])}) {
      Flux.range(0, count).flatMap(i -> connection.createStatement("SELECT $1::text").bind("$1", "x").execute().flatMap(r -> r.map((row, meta) -> row.get(0))), 256).blockLast(Duration.ofSeconds(30));
    }
    connection.close().block(Duration.ofSeconds(30));
    System.exit(0);
  }
}
JAVA
javac -cp 'vertx/*' -proc:none -d classes/vertx Vertx.java && javac -cp 'r2dbc/*' -proc:none -nowarn -d classes/r2dbc R2dbc.java || exit 2
hundred() { # FOLDER WAY LIMIT: sets $client and $server, the records for 100 queries given at once, and $turns of direction
  local count lines=
  for count in 0 100; do
    rm -f wire.jsonl
    java -cp "classes/$1:$1/*" Queries "$2" "$relay_port" $count "$3" >run.log 2>&1 || missing "$2: $(grep -m1 Exception run.log)"
    lines+="$(wire '*[(sum(s == "C" for s in d), sum(s == "S" for s in d), sum(a != b for a, b in zip(d, d[1:]))) for c in lines if c["hello"] for d in [[s for s, kind, n in c["log"] if kind == 23]]][-1]') "
  done
  read -r client server turns <<<"$(awk '{ print $4 - $1, $5 - $2, $6 - $3 }' <<<"$lines")"
}
while read -r folder way limit client1 client2 server1 server2 turns1 turns2; do
  hundred "$folder" "$way" "$limit"
  check_between "$way, at most $limit in flight: the client's records for 100 queries" "$client1" "$client2" "$client"
  check_between "$way, at most $limit in flight: the server's" "$server1" "$server2" "$server"
  [ "$turns1" = - ] || check_between "$way, at most $limit in flight: turns of direction" "$turns1" "$turns2" "$turns"
done <<'END'
vertx simple 256 100 100 100 100 -
vertx cached 256 100 100 100 100 -
vertx prepared 256 200 200 200 200 190 400
r2dbc R2DBC 256 100 100 100 100 190 202
END
finish

#!/usr/bin/env bash
# Guess:  An HTTP client that keeps its connection for requests without a client certificate keeps it with one, too; who
#         builds a database's driver upon it has seen to that.
# So:     Apache's HttpClient, 4.5 and 5, blocking and asynchronous, takes a connection with a client certificate for one
#         that belongs to somebody (its "state"), and gives it to no later request, unless that has the same context: each
#         request makes a new connection and a TLS handshake. HttpClient's own manual says so; but the drivers built upon
#         it do the same, with nothing said: Elasticsearch's, OpenSearch's and ClickHouse's clients for Java, the AWS
#         SDK's apache-client. OkHttp, java.net.http and HttpsURLConnection make one connection. The way out:
#         disableConnectionState(), where a driver lets one at the builder.
# Seen:   29 November 2026, httpclient 4.5.14, httpclient5 5.5.1, elasticsearch-rest-client 9.2.1, opensearch-java 3.4.0,
#         ClickHouse's client-v2 0.9.4, AWS' apache-client 2.39.0, OkHttp 5.3.0, OpenJDK 17.0.15; ten requests, one after
#         the other: without a certificate 1 connection (asynchronous ones 1 or 2), with one 10, and 1 with
#         disableConnectionState().
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
jars jars org.apache.httpcomponents:httpclient:4.5.14 org.apache.httpcomponents.client5:httpclient5:5.5.1 com.squareup.okhttp3:okhttp-jvm:5.3.0 \
  org.elasticsearch.client:elasticsearch-rest-client:9.2.1 org.opensearch.client:opensearch-java:3.4.0 com.clickhouse:client-v2:0.9.4 \
  software.amazon.awssdk:apache-client:2.39.0 org.slf4j:slf4j-nop:1.7.36
cat >Requests.java <<'JAVA'
import com.sun.net.httpserver.*; import java.io.*; import java.net.*; import java.security.KeyStore; import java.util.*; import java.util.concurrent.*; import javax.net.ssl.*;
import org.apache.hc.client5.http.impl.async.*; import org.apache.hc.client5.http.impl.classic.*; import org.apache.hc.client5.http.impl.io.*; import org.apache.hc.client5.http.impl.nio.*;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
class Requests {
  interface Request { void run() throws Exception; }
  static KeyManagerFactory keys;
  static TrustManagerFactory trust;
  static int port;
  public static void main(String[] arguments) throws Exception {
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> { e.printStackTrace(); System.exit(1); }); // clients' threads go on
    keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(KeyStore.getInstance(new File("tls/server.p12"), "changeit".toCharArray()), "changeit".toCharArray());
    trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
    HttpsServer server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context(true)) {
      public void configure(HttpsParameters parameters) {
        SSLParameters p = getSSLContext().getDefaultSSLParameters();
        p.setWantClientAuth(true);
        parameters.setSSLParameters(p);
      }
    });
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> {
      clients.add(exchange.getRemoteAddress());
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(200, 3);
      try (OutputStream out = exchange.getResponseBody()) { out.write("{}\n".getBytes()); }
    });
    server.start();
    port = server.getAddress().getPort();
    for (String client : arguments[0].split(" ")) for (String way : arguments[1].split(" ")) {
      clients.clear();
      Request request = request(client, !way.equals("none"), way.equals("stateless"));
      for (int i = 0; i < 10; i++) { request.run(); Thread.sleep(20); }
      System.out.println(client + " " + way + " " + clients.size());
    }
    System.exit(0);
  }
  static SSLContext context(boolean certificate) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(certificate ? keys.getKeyManagers() : null, trust.getTrustManagers(), null);
    return context;
  }
  static Request request(String name, boolean certificate, boolean stateless) throws Exception {
    String url = "https://localhost:" + port + "/";
    SSLContext context = context(certificate);
    var connections = PoolingAsyncClientConnectionManagerBuilder.create().setTlsStrategy(new DefaultClientTlsStrategy(context)).build();
    return switch (name) {
      case "Apache-4.5" -> {
        var builder = org.apache.http.impl.client.HttpClients.custom().setSSLContext(context);
        var client = (stateless ? builder.disableConnectionState() : builder).build();
        yield () -> org.apache.http.util.EntityUtils.consume(client.execute(new org.apache.http.client.methods.HttpGet(url)).getEntity());
      }
      case "Apache-5" -> {
        var builder = HttpClients.custom().setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create().setTlsSocketStrategy(new DefaultClientTlsStrategy(context)).build());
        var client = (stateless ? builder.disableConnectionState() : builder).build();
        yield () -> client.execute(new org.apache.hc.client5.http.classic.methods.HttpGet(url), r -> { org.apache.hc.core5.http.io.entity.EntityUtils.consume(r.getEntity()); return null; });
      }
      case "Apache-5-async" -> {
        var builder = HttpAsyncClients.custom().setConnectionManager(connections);
        var client = (stateless ? builder.disableConnectionState() : builder).build();
        client.start();
        yield () -> client.execute(org.apache.hc.client5.http.async.methods.SimpleRequestBuilder.get(url).build(), null).get();
      }
      case "Elasticsearch" -> {
        var client = org.elasticsearch.client.RestClient.builder(new org.apache.http.HttpHost("localhost", port, "https"))
            .setHttpClientConfigCallback(b -> stateless ? b.setSSLContext(context).disableConnectionState() : b.setSSLContext(context)).build();
        yield () -> client.performRequest(new org.elasticsearch.client.Request("GET", "/"));
      }
      case "OpenSearch" -> {
        var client = new org.opensearch.client.opensearch.OpenSearchClient(org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder
            .builder(new org.apache.hc.core5.http.HttpHost("https", "localhost", port))
            .setHttpClientConfigCallback(b -> stateless ? b.setConnectionManager(connections).disableConnectionState() : b.setConnectionManager(connections)).build());
        yield () -> client.generic().execute(org.opensearch.client.opensearch.generic.Requests.builder().method("GET").endpoint("/").build());
      }
      case "ClickHouse" -> {
        var builder = new com.clickhouse.client.api.Client.Builder().addEndpoint(url).setUsername("default").setRootCertificate("tls/ca.pem");
        builder = certificate ? builder.setClientCertificate("tls/server.pem").setClientKey("tls/server.key").useSSLAuthentication(true) : builder.setPassword("x");
        var client = builder.build();
        yield () -> { if (!client.ping()) throw new IOException("no answer to ping"); };
      }
      case "AWS-apache" -> {
        var builder = software.amazon.awssdk.http.apache.ApacheHttpClient.builder().tlsTrustManagersProvider(trust::getTrustManagers);
        var client = (certificate ? builder.tlsKeyManagersProvider(keys::getKeyManagers) : builder).build();
        var get = software.amazon.awssdk.http.SdkHttpFullRequest.builder().method(software.amazon.awssdk.http.SdkHttpMethod.GET).uri(URI.create(url)).build();
        yield () -> { try (var in = client.prepareRequest(software.amazon.awssdk.http.HttpExecuteRequest.builder().request(get).build()).call().responseBody().get()) { in.readAllBytes(); } };
      }
      case "OkHttp" -> {
        var client = new okhttp3.OkHttpClient.Builder().sslSocketFactory(context.getSocketFactory(), (X509TrustManager) trust.getTrustManagers()[0]).build();
        yield () -> { try (var r = client.newCall(new okhttp3.Request.Builder().url(url).build()).execute()) { r.body().string(); } };
      }
      case "java.net.http" -> {
        var client = java.net.http.HttpClient.newBuilder().sslContext(context).build();
        yield () -> client.send(java.net.http.HttpRequest.newBuilder(URI.create(url)).build(), java.net.http.HttpResponse.BodyHandlers.ofString());
      }
      default -> {
        HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
        yield () -> { try (var in = URI.create(url).toURL().openStream()) { in.readAllBytes(); } };
      }
    };
  }
}
JAVA
javac -cp 'jars/*' -proc:none -d classes Requests.java || exit 2
requests() { # CLIENTS WAYS: adds to counts lines of client, way, TLS connections of ten requests
  java -cp 'classes:jars/*' Requests "$1" "$2" >>counts 2>run.log || missing "$(grep -m1 Exception run.log)"
}
requests 'Apache-4.5 Apache-5 Apache-5-async Elasticsearch OpenSearch' 'none certificate stateless'
requests 'ClickHouse AWS-apache' 'none certificate'
while read -r client way count; do
  case $way in
    none) check_between "$client, no certificate: TLS connections of 10 requests" 1 2 "$count" ;;
    certificate) check "$client, a client certificate" 10 "$count" ;;
    stateless) check_between "$client, a client certificate and disableConnectionState()" 1 2 "$count" ;;
  esac
done <counts
rm counts
requests 'OkHttp java.net.http HttpsURLConnection' 'none certificate'
while read -r client way count; do check "$client, $way" 1 "$count"; done <counts
finish

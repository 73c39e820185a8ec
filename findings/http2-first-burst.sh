#!/usr/bin/env bash
# Guess:  With HTTP/2 one connection is enough: 20 requests at once by a new client are one TLS handshake; at least when
#         it has a connection already.
# So:     20 full handshakes, in each of Java's clients: nobody knows before the first handshake that the server speaks
#         HTTP/2, and nobody waits for it. None of the 20 is resumed, as no ticket has come yet. And with a connection from
#         one request before, Apache's asynchronous client and Reactor Netty make 15 to 19 more for 20 at once: they
#         open a connection for each request that runs, as in HTTP/1.1. java.net.http, OkHttp and Jetty then make none,
#         so there one request ahead of the others saves 19 handshakes.
# Seen:   29 November 2026, java.net.http of OpenJDK 17.0.15 and 25, OkHttp 5.3.0 (with room for 20 requests per host, 5
#         by default), Apache httpclient5 5.5.1 (with room for 100 connections per route), Jetty 12.1.4, Reactor Netty
#         1.3.0, Node 20's server, whose handshakes begin after 300 ms, as those of a distant or busy one.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node
certificate
jars jars org.apache.httpcomponents.client5:httpclient5:5.5.1 com.squareup.okhttp3:okhttp-jvm:5.3.0 org.eclipse.jetty:jetty-client:12.1.4 \
  org.eclipse.jetty.http2:jetty-http2-client-transport:12.1.4 org.eclipse.jetty:jetty-alpn-java-client:12.1.4 \
  io.projectreactor.netty:reactor-netty-http:1.3.0 org.slf4j:slf4j-nop:1.7.36
cat >server.js <<'JS'
const fs = require('fs'), http2 = require('http2')
const net = require('net')
const server = http2.createSecureServer({ key: fs.readFileSync('tls/server.key'), cert: fs.readFileSync('tls/server.pem') })
let connections = 0
server.on('session', () => connections++)
server.on('stream', (stream) => { // an answer after 20 ms: how many connections there have been
  stream.resume()
  setTimeout(() => { stream.respond({ ':status': 200 }); stream.end(String(connections)) }, 20)
})
const listener = net.createServer({ pauseOnConnect: true }, (socket) => setTimeout(() => { server.emit('connection', socket); socket.resume() }, 300))
listener.listen(0, '127.0.0.1', 100, () => console.log('port', listener.address().port))
JS
start server node server.js
wait_for server.log '^port '
cat >Burst.java <<'JAVA'
import java.io.*; import java.net.URI; import java.net.http.*; import java.security.KeyStore; import java.util.*; import java.util.concurrent.*; import java.util.function.Supplier; import javax.net.ssl.*;
import org.apache.hc.client5.http.async.methods.*; import org.apache.hc.client5.http.impl.async.HttpAsyncClients; import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.ClientTlsStrategyBuilder; import org.eclipse.jetty.client.transport.HttpClientConnectionFactory; import org.eclipse.jetty.client.transport.HttpClientTransportDynamic; import org.eclipse.jetty.http2.client.HTTP2Client; import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
class Burst {
  static TrustManagerFactory trust;
  static SSLContext context;
  static String url;
  public static void main(String[] arguments) throws Exception {
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> { e.printStackTrace(); System.exit(1); }); // clients' threads go on
    trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    url = "https://localhost:" + arguments[0] + "/";
    for (String client : arguments[1].split(" ")) {
      System.out.print(client);
      for (int first : new int[] {20, 1}) {
        context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        var request = client(client);
        int before = probe();
        for (int count : new int[] {first, 20}) {
          var answers = new ArrayList<CompletableFuture<String>>();
          for (int i = 0; i < count; i++) answers.add(request.get());
          for (var answer : answers) answer.get(30, TimeUnit.SECONDS);
          Thread.sleep(300);
          int after = probe();
          System.out.print(" " + (after - before - 1));
          before = after;
        }
      }
      System.out.println();
    }
    System.exit(0);
  }
  static int probe() throws Exception { // by a client of its own: how many connections there have been, this one too
    return Integer.parseInt(HttpClient.newBuilder().sslContext(context).build().send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString()).body());
  }
  static Supplier<CompletableFuture<String>> client(String name) throws Exception {
    switch (name) {
      case "java.net.http" -> {
        var client = HttpClient.newBuilder().sslContext(context).build();
        return () -> client.sendAsync(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString()).thenApply(HttpResponse::body);
      }
      case "OkHttp" -> {
        var dispatcher = new okhttp3.Dispatcher();
        dispatcher.setMaxRequestsPerHost(20);
        var client = new okhttp3.OkHttpClient.Builder().dispatcher(dispatcher).sslSocketFactory(context.getSocketFactory(), (X509TrustManager) trust.getTrustManagers()[0]).build();
        return () -> {
          var answer = new CompletableFuture<String>();
          client.newCall(new okhttp3.Request.Builder().url(url).build()).enqueue(new okhttp3.Callback() {
            public void onFailure(okhttp3.Call call, IOException e) { answer.completeExceptionally(e); }
            public void onResponse(okhttp3.Call call, okhttp3.Response response) throws IOException { answer.complete(response.body().string()); }
          });
          return answer;
        };
      }
      case "Apache-async" -> {
        var client = HttpAsyncClients.custom().setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create().setTlsStrategy(ClientTlsStrategyBuilder.create().setSslContext(context).buildAsync())
            .setMaxConnTotal(100).setMaxConnPerRoute(100).build()).build();
        client.start();
        return () -> {
          var answer = new CompletableFuture<String>();
          client.execute(SimpleRequestBuilder.get(url).build(), new org.apache.hc.core5.concurrent.FutureCallback<SimpleHttpResponse>() {
            public void completed(SimpleHttpResponse response) { answer.complete(response.getBodyText()); }
            public void failed(Exception e) { answer.completeExceptionally(e); }
            public void cancelled() { answer.cancel(true); }
          });
          return answer;
        };
      }
      case "Jetty" -> {
        var connector = new org.eclipse.jetty.io.ClientConnector();
        var factory = new org.eclipse.jetty.util.ssl.SslContextFactory.Client();
        factory.setSslContext(context);
        connector.setSslContextFactory(factory);
        var client = new org.eclipse.jetty.client.HttpClient(new HttpClientTransportDynamic(connector, new ClientConnectionFactoryOverHTTP2.HTTP2(new HTTP2Client(connector)), HttpClientConnectionFactory.HTTP11));
        client.start();
        return () -> new org.eclipse.jetty.client.CompletableResponseListener(client.newRequest(url)).send().thenApply(r -> r.getContentAsString());
      }
      default -> {
        var client = reactor.netty.http.client.HttpClient.create().protocol(reactor.netty.http.HttpProtocol.H2, reactor.netty.http.HttpProtocol.HTTP11)
            .secure(s -> s.sslContext(reactor.netty.http.Http2SslContextSpec.forClient().configure(b -> b.trustManager(trust))));
        return () -> client.get().uri(url).responseContent().aggregate().asString().toFuture();
      }
    }
  }
}
JAVA
javac -cp 'jars/*' -proc:none -nowarn -d classes Burst.java 2>javac.log || { cat javac.log >&2; exit 2; }
java25=$(java_of 25 25.0.2.0) || exit 2
burst() { # NAME JAVA CLIENTS LEAST MOST: connections of 20 requests when one was there
  "$2" -cp 'classes:jars/*' Burst "$(port_in server.log port)" "$3" >counts 2>run.log || missing "$(grep -m1 Exception run.log)"
  while read -r client all more one rest; do
    check "$client$1, connections: 20 requests at once by a new client, 20 more" '20 0' "$all $more"
    check "$client$1, connections: one request by a new client" 1 "$one"
    check_between "$client$1, connections: 20 requests then" "$4" "$5" "$rest"
  done <counts
}
burst '' java 'java.net.http OkHttp Jetty' 0 0
burst ' of Java 25' "$java25" java.net.http 0 0
burst '' java 'Apache-async Reactor-Netty' 8 19
finish

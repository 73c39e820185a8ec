package site.ycsb.tls.socket;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** An HTTPS server that says hello, and what was negotiated. Its TLS runs on engines. */
record HttpsEcho(HttpsServer server, BlockingQueue<String> suites) implements AutoCloseable {
  static HttpsEcho start(SSLContext context) throws IOException {
    var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    var suites = new LinkedBlockingQueue<String>();
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          suites.add(((HttpsExchange) exchange).getSSLSession().getCipherSuite());
          exchange.sendResponseHeaders(200, 5);
          exchange.getResponseBody().write("hello".getBytes(StandardCharsets.US_ASCII));
          exchange.close();
        });
    server.start();
    return new HttpsEcho(server, suites);
  }

  URI uri() {
    return URI.create("https://localhost:" + server.getAddress().getPort() + "/");
  }

  String suite() throws InterruptedException {
    return suites.poll(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

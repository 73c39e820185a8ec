package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientConnectionFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportDynamic;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.ClientConnectionFactoryOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.jvm.JvmTransport;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;

/** Jetty's client, which asks for HTTP/2 in the handshake (ALPN), and Jetty's server. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JettyHttp2Test {
  private static final String SUITE = "TLS_AES_128_GCM_SHA256";

  private final PinnedTransport transport = TestCertificates.transport(SUITE);

  @Test
  @Tag("full")
  void http2IsNegotiatedInThePinnedTls() throws Exception {
    SSLContext context =
        PinnedServerContext.of(TlsPin.of(SUITE), TestCertificates.server("RSA-2048")).sslContext();
    try (JettyServer server = JettyServer.start(context);
        JvmTransport jvm = JvmTransport.install(transport)) {
      assertThat(get(server)).isEqualTo("hello");
      jvm.requireNothingElse(JvmTransportTest.PATIENCE);
      assertThat(server.seen()).isEqualTo("HTTP/2.0 TLSv1.3 " + SUITE);
    }
    assertThat(transport.counts().fullHandshakes()).isEqualTo(1);
  }

  /** It has its own TLS, and ALPN in it. */
  @Test
  @Tag("full")
  void aServerOfTheSameJvmSpeaksHttp2Too() throws Exception {
    try (JvmTransport jvm = JvmTransport.install(transport)) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(TestCertificates.keyManagers("RSA-2048"), null, null);
      try (JettyServer server = JettyServer.start(context)) {
        assertThat(get(server)).isEqualTo("hello");
        jvm.requireNothingElse(JvmTransportTest.PATIENCE);
        assertThat(server.seen()).isEqualTo("HTTP/2.0 TLSv1.3 " + SUITE);
      }
    }
  }

  private static String get(JettyServer server) throws Exception {
    SslContextFactory.Client tls = new SslContextFactory.Client();
    tls.setSslContext(SSLContext.getDefault());
    ClientConnector connector = new ClientConnector();
    connector.setSslContextFactory(tls);
    HttpClient client =
        new HttpClient(
            new HttpClientTransportDynamic(
                connector,
                new ClientConnectionFactoryOverHTTP2.HTTP2(new HTTP2Client(connector)),
                HttpClientConnectionFactory.HTTP11));
    client.start();
    try {
      return client.GET("https://localhost:" + server.port() + "/").getContentAsString();
    } finally {
      client.stop();
    }
  }

  /** Speaks HTTP/2 and HTTP/1.1, and remembers what each request came over. */
  private record JettyServer(Server server, BlockingQueue<String> requests)
      implements AutoCloseable {
    static JettyServer start(SSLContext context) throws Exception {
      SslContextFactory.Server tls = new SslContextFactory.Server();
      tls.setSslContext(context);
      HttpConfiguration http = new HttpConfiguration();
      ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
      Server server = new Server();
      ServerConnector connector =
          new ServerConnector(
              server,
              new SslConnectionFactory(tls, alpn.getProtocol()),
              alpn,
              new HTTP2ServerConnectionFactory(http),
              new HttpConnectionFactory(http));
      connector.setHost("127.0.0.1");
      server.addConnector(connector);
      BlockingQueue<String> requests = new LinkedBlockingQueue<>();
      server.setHandler(
          new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
              var session =
                  ((EndPoint.SslSessionData)
                          request.getAttribute(EndPoint.SslSessionData.ATTRIBUTE))
                      .sslSession();
              requests.add(
                  "%s %s %s"
                      .formatted(
                          request.getConnectionMetaData().getProtocol(),
                          session.getProtocol(),
                          session.getCipherSuite()));
              response.write(
                  true, ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII)), callback);
              return true;
            }
          });
      server.start();
      return new JettyServer(server, requests);
    }

    int port() {
      return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    }

    String seen() throws InterruptedException {
      return requests.poll(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws Exception {
      server.stop();
    }
  }
}

package site.ycsb.tls.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;

class ServerProbeTest {
  private static final List<SuiteAvailability> PAIRS = JvmSuites.ofDefaultProvider().available();
  private static final CertificateAuthority AUTHORITY =
      CertificateAuthority.create(ServerKey.parse("RSA-1024"));
  private static final CertifiedKey RSA = AUTHORITY.issueServer(ServerKey.parse("RSA-1024"));
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A record of TLS 1.2 with this alert, fatal. */
  private static final byte[] HANDSHAKE_FAILURE = {21, 3, 3, 0, 2, 2, 40};

  private ServerSocket listener;

  /** What a server does with a connection. */
  private interface Service {
    void serve(Socket accepted) throws IOException;
  }

  @AfterEach
  void stop() throws IOException {
    if (listener != null) {
      listener.close();
    }
  }

  @Test
  void findsTheOnePairThatAPinnedServerAccepts() throws IOException {
    TlsPin pin = TlsPin.of("ECDHE-RSA-AES256-GCM-SHA384");
    int port = tls(PinnedServerContext.of(pin, RSA));
    List<ServerAnswer> told = new ArrayList<>();

    List<ServerAnswer> answers = probe(port).ask(PAIRS, told::add);

    assertThat(told).isEqualTo(answers).hasSameSizeAs(PAIRS);
    List<ServerAnswer> accepted = answers.stream().filter(ServerAnswer::accepted).toList();
    assertThat(accepted).hasSize(1);
    assertThat(accepted.get(0).protocol()).isEqualTo(pin.protocol());
    assertThat(accepted.get(0).suite()).isEqualTo(pin.cipherSuite());
    assertThat(accepted.get(0).serverKey()).hasToString("RSA-1024");
    assertThat(accepted.get(0).chain()).isEqualTo(RSA.chain());
    assertThat(accepted.get(0).asksForClientCertificate()).isFalse();
    assertThat(answers.stream().filter(answer -> !answer.accepted()))
        .allSatisfy(answer -> assertThat(answer.refusal()).contains("alert"));
  }

  @Test
  void knowsWhatTheServerChoosesOfAll() throws IOException {
    TlsPin pin = TlsPin.of("ECDHE-RSA-AES256-GCM-SHA384");
    int port = tls(PinnedServerContext.of(pin, RSA));

    assertThat(probe(port).chosen(PAIRS)).isEqualTo(pin.cipherSuite().jsseName());
  }

  /** The JDK's server; OpenSSL's is asked in {@code OpenSslIT}. */
  @Test
  void knowsTheGroupsThatTheServerTakes() throws IOException {
    int tls13 = tls(PinnedServerContext.of(TlsPin.of("TLS_AES_128_GCM_SHA256"), RSA));

    assertThat(probe(tls13).groups())
        .contains(
            NamedGroup.X25519, NamedGroup.SECP256R1, NamedGroup.SECP384R1, NamedGroup.FFDHE2048);
    stop();
    int tls12 = tls(PinnedServerContext.of(TlsPin.of("ECDHE-RSA-AES256-GCM-SHA384"), RSA));

    assertThat(probe(tls12).groups()).isEmpty();
  }

  @Test
  void saysThatTheServerWantsAClientCertificate() throws IOException {
    for (String suite : List.of("ECDHE-RSA-AES256-GCM-SHA384", "TLS_AES_128_GCM_SHA256")) {
      TlsPin pin = TlsPin.of(suite);
      int port =
          tls(
              PinnedServerContext.withClientCertificates(
                  pin, RSA, List.of(AUTHORITY.certificate())));

      List<ServerAnswer> accepted =
          probe(port).ask(PAIRS, answer -> {}).stream().filter(ServerAnswer::accepted).toList();

      assertThat(accepted).hasSize(1);
      assertThat(accepted.get(0).suite()).isEqualTo(pin.cipherSuite());
      assertThat(accepted.get(0).asksForClientCertificate()).isTrue();
      stop();
    }
  }

  @Test
  void saysThatNothingListens() throws IOException {
    // Bound and not listening: no other process can get the port.
    try (Socket bound = new Socket()) {
      bound.bind(any());
      int port = bound.getLocalPort();

      assertThatThrownBy(() -> ask(port, PATIENCE))
          .hasMessage(
              "nothing listens at localhost:%d (connection refused); start the server or correct the address",
              port);
    }
  }

  /** A limit of connections, or a server that wants to know which of its hosts is meant. */
  @Test
  void aServerThatRefusesForAnotherReasonSaysNothingAboutGroups() throws IOException {
    int closing = plain(accepted -> accepted.getInputStream().read());

    assertThatThrownBy(() -> probe(closing).groups())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("localhost:%d does not say whether it takes the group ", closing);
    stop();
    int unrecognizedName = alerting(112);

    assertThatThrownBy(() -> probe(unrecognizedName).groups())
        .hasMessageEndingWith("its alert is unrecognized_name");
    stop();
    int handshakeFailure = alerting(40);

    assertThat(probe(handshakeFailure).groups()).isEmpty();
  }

  /** Reads the question, and answers with a fatal alert. */
  private int alerting(int alert) throws IOException {
    return plain(
        accepted -> {
          byte[] header = accepted.getInputStream().readNBytes(5);
          accepted.getInputStream().readNBytes((header[3] & 0xFF) << 8 | (header[4] & 0xFF));
          accepted.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, (byte) alert});
        });
  }

  @Test
  void saysThatAHostHasNoAddress() {
    assertThatThrownBy(
            () -> new ServerProbe("no-such-host.invalid", 1, PATIENCE).ask(PAIRS, answer -> {}))
        .hasMessage("the host name no-such-host.invalid cannot be resolved");
  }

  @Test
  void saysThatAPortIsPlain() throws IOException {
    int port =
        plain(
            accepted ->
                accepted
                    .getOutputStream()
                    .write("220 hello\r\n".getBytes(StandardCharsets.US_ASCII)));

    assertThatThrownBy(() -> ask(port, PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("localhost:%d answers, but not with TLS: it is a plain port", port)
        .hasMessageContaining("--starttls mysql");
  }

  @Test
  void saysThatAPortClosesTheConnection() throws IOException {
    int port =
        plain(
            accepted -> {
              accepted.getInputStream().read();
              accepted.close();
            });

    assertThatThrownBy(() -> ask(port, PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closes the connection when TLS begins");
  }

  @Test
  void saysThatAPortGivesNoAnswer() throws IOException {
    int port =
        plain(accepted -> accepted.getInputStream().transferTo(OutputStream.nullOutputStream()));

    assertThatThrownBy(() -> ask(port, Duration.ofSeconds(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gives no answer to TLS within 1 s");
  }

  @Test
  void aPairThatGetsNoAnswerIsNotOneThatIsRefused() throws IOException {
    AtomicInteger connections = new AtomicInteger();
    int port =
        plain(
            accepted -> {
              if (connections.incrementAndGet() < 3) {
                accepted.getOutputStream().write(HANDSHAKE_FAILURE);
              }
              accepted.getInputStream().transferTo(OutputStream.nullOutputStream());
            });

    List<ServerAnswer> answers =
        new ServerProbe("localhost", port, Duration.ofSeconds(1))
            .ask(PAIRS.subList(0, 2), answer -> {});
    assertThat(answers).noneMatch(ServerAnswer::accepted);
    assertThat(answers).extracting(ServerAnswer::isSilence).containsExactly(false, true);
  }

  private static ServerProbe probe(int port) {
    return new ServerProbe("localhost", port, PATIENCE);
  }

  private static void ask(int port, Duration timeout) throws IOException {
    new ServerProbe("localhost", port, timeout).ask(PAIRS, answer -> {});
  }

  private int tls(PinnedServerContext context) throws IOException {
    return listen(
        context.serverSocket(any(), 50), accepted -> ((SSLSocket) accepted).startHandshake());
  }

  private int plain(Service service) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(any());
    return listen(socket, service);
  }

  private int listen(ServerSocket socket, Service service) {
    listener = socket;
    Thread thread =
        new Thread(
            () -> {
              while (!socket.isClosed()) {
                try (Socket accepted = socket.accept()) {
                  service.serve(accepted);
                } catch (IOException e) {
                  // A refused handshake, or the end of the test.
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
    return socket.getLocalPort();
  }

  private static InetSocketAddress any() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }
}

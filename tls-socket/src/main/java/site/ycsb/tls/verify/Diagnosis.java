package site.ycsb.tls.verify;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.Advice;
import site.ycsb.tls.wire.Alerts;
import site.ycsb.tls.wire.ServerFlight;

/**
 * Says in one line why a connection failed: what was asked for, what was found, what to do. The
 * resulting exceptions have the original exception as their cause.
 */
public final class Diagnosis {
  /** The JDK's words, and Bouncy Castle's. */
  private static final Pattern ALERT =
      Pattern.compile("fatal alert: (?<jdk>\\w+)|^(?<bouncy>[a-z_]+)\\(\\d+\\)$");

  private Diagnosis() {}

  /** Why a TCP connection failed. */
  public static IOException ofConnect(IOException e, String host, int port) {
    String where = address(host, port);
    String message = String.valueOf(e.getMessage());
    IOException explained;
    if (e instanceof SocketTimeoutException) {
      explained =
          new SocketTimeoutException(
              "%s does not answer (%s); check the address and the firewall"
                  .formatted(where, message));
    } else if (e instanceof UnknownHostException) {
      explained =
          new UnknownHostException("the host '%s' is not known; check the name".formatted(host));
    } else if (e instanceof NoRouteToHostException) {
      explained =
          new NoRouteToHostException("no route to %s; check address and network".formatted(where));
    } else if (e instanceof ConnectException && message.contains("refused")) {
      explained =
          new ConnectException(
              "nothing listens at %s (connection refused); start the server or correct the address"
                  .formatted(where));
    } else if (message.contains("Cannot assign requested address")) {
      explained =
          new ConnectException(
              "no local port is free to connect to %s: closed connections wait in TIME_WAIT; lower the rate, or widen net.ipv4.ip_local_port_range"
                  .formatted(where));
    } else {
      explained = new IOException("cannot connect to %s: %s".formatted(where, message));
    }
    return with(e, explained);
  }

  /**
   * Why a handshake failed.
   *
   * @param flight what the server had sent by then
   * @param client what the client has to show
   */
  public static IOException ofHandshake(
      IOException e, ServerFlight flight, TlsPin pin, ClientKeys client, String host, int port) {
    PinMismatchException mismatch = cause(e, PinMismatchException.class);
    if (mismatch != null) {
      return mismatch;
    }
    String where = address(host, port);
    CertificateException refused = cause(e, CertificateException.class);
    OptionalInt alert = alert(e, flight);
    String words;
    if (refused != null) {
      words = ofCertificate(refused, where);
    } else if (flight.notTls()) {
      words =
          "%s does not speak TLS: it answered a ClientHello with something else; leave out tls.cipher, or give the port that speaks TLS"
              .formatted(where);
    } else if (alert.isPresent()) {
      words =
          chosenAsPinned(flight, pin)
              ? ofLateAlert(alert.getAsInt(), flight, pin, client, where)
              : ofAlert(alert.getAsInt(), pin, where);
    } else if (cause(e, SocketTimeoutException.class) != null) {
      return with(
          e,
          new SocketTimeoutException(
              "%s accepts connections and %s (%s); is this a port that speaks TLS? If not, leave out tls.cipher"
                  .formatted(
                      where,
                      flight.anything()
                          ? "stops answering during the TLS handshake"
                          : "says nothing to a ClientHello",
                      e.getMessage())));
    } else if (flight.answered() && !chosenAsPinned(flight, pin)) {
      return new PinMismatchException(
          "pinned is %s, but %s chose version 0x%04X, suite %s; configure the server for the pin, or change tls.cipher"
              .formatted(
                  pin,
                  where,
                  flight.version(),
                  flight.cipherSuite().map(CipherSuite::name).orElse("unknown")));
    } else if (!flight.anything() && closed(e)) {
      words =
          "%s closed the connection at the ClientHello without an answer; is this a port that speaks TLS, and does it offer %s? If it is plain, leave out tls.cipher"
              .formatted(where, pin);
    } else {
      words = "the TLS handshake with %s as %s failed: %s".formatted(where, pin, oneLine(e));
    }
    return with(e, new SSLHandshakeException(words));
  }

  /**
   * Why an established connection ended, if the server's alert about the client ended it; otherwise
   * the given exception. In TLS 1.3 the client has completed the handshake before the server has
   * looked at its certificate.
   */
  public static IOException ofRead(IOException e, ClientKeys client, String host, int port) {
    OptionalInt alert = alert(e);
    return alert.isPresent() && isAboutTheClient(alert.getAsInt())
        ? with(
            e,
            new SSLHandshakeException(
                client.refused(address(host, port), Alerts.name(alert.getAsInt()))))
        : e;
  }

  /** Why renegotiation or a key update failed. */
  public static IOException ofRenegotiation(IOException e, TlsPin pin, String host, int port) {
    PinMismatchException mismatch = cause(e, PinMismatchException.class);
    if (mismatch != null) {
      return mismatch;
    }
    String where = address(host, port);
    return with(
        e,
        new SSLHandshakeException(
            pin.protocol() == TlsProtocol.TLS_1_3
                ? "%s takes no key update (%s); leave out tls.renegotiate"
                    .formatted(where, oneLine(e))
                : "%s does not renegotiate %s (%s); allow it there, pin a suite of TLSv1.3 (every server accepts its key updates), or leave out tls.renegotiate"
                    .formatted(where, pin.protocol(), oneLine(e))));
  }

  /**
   * How the server is called in messages.
   *
   * @param host null when the driver made an engine without it
   */
  static String address(String host, int port) {
    return host == null ? "the server" : host + ":" + port;
  }

  /** Of one that was explained, that the TLS library cannot read, or that the driver refused. */
  private static String ofCertificate(CertificateException e, String where) {
    if (e instanceof RefusedCertificateException) {
      return e.getMessage();
    }
    String reason = oneLine(e).replaceFirst("^([a-z]+\\.)+\\w*Exception: ", "");
    boolean curve = reason.contains("ECParameters") || reason.contains("curve");
    return e instanceof CertificateParsingException || curve
        ? "the certificate of %s cannot be read: %s; %s"
            .formatted(
                where,
                reason,
                curve
                    ? "give the server a key on a named curve: secp256r1, secp384r1 or secp521r1"
                    : "give the server another one")
        : "the certificate of %s is refused by the client's own trust manager: %s; correct its settings, or the certificate"
            .formatted(where, reason);
  }

  private static String ofAlert(int alert, TlsPin pin, String where) {
    String name = Alerts.name(alert);
    String group = pin.group().map(g -> " with the group " + g).orElse("");
    return switch (alert) {
      case Alerts.HANDSHAKE_FAILURE, Alerts.INSUFFICIENT_SECURITY ->
          "%s does not offer %s in %s%s, or has no key that this client can verify (alert %s); change tls.cipher%s or the server; %s%s"
              .formatted(
                  where,
                  pin.cipherSuite(),
                  pin.protocol(),
                  group,
                  name,
                  group.isEmpty() ? "" : ", tls.group (any: the server's choice)",
                  Advice.get().accepted(where),
                  group.isEmpty() ? "" : ", and its groups");
      case Alerts.PROTOCOL_VERSION ->
          "%s does not offer %s (alert %s); change tls.protocol%s or the server; %s"
              .formatted(
                  where,
                  pin.protocol(),
                  name,
                  pin.protocol() == TlsProtocol.TLS_1_3 ? " and tls.cipher" : "",
                  Advice.get().accepted(where));
      default -> "%s refuses %s (alert %s); look at the server's log".formatted(where, pin, name);
    };
  }

  /**
   * The server has agreed to the pin: it may have refused the client itself, if it has asked for
   * its certificate; in TLS 1.3 that is encrypted.
   */
  private static String ofLateAlert(
      int alert, ServerFlight flight, TlsPin pin, ClientKeys client, String where) {
    String name = Alerts.name(alert);
    boolean mayHaveAsked = flight.certificateRequested() || pin.protocol() == TlsProtocol.TLS_1_3;
    return mayHaveAsked && isAboutTheClient(alert)
        ? client.refused(where, name)
        : "%s agreed to %s and then ended the handshake (alert %s); look at the server's log"
            .formatted(where, pin, name);
  }

  private static boolean isAboutTheClient(int alert) {
    return Alerts.name(alert).contains("certificate")
        || alert == Alerts.HANDSHAKE_FAILURE
        || alert == Alerts.UNKNOWN_CA
        || alert == Alerts.ACCESS_DENIED;
  }

  /** From the wire or, if it was encrypted or came late, from the TLS library's message. */
  private static OptionalInt alert(IOException e, ServerFlight flight) {
    return flight.alert().isPresent() ? flight.alert() : alert(e);
  }

  private static OptionalInt alert(IOException e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      Matcher words = ALERT.matcher(String.valueOf(t.getMessage()));
      if (words.find()) {
        return Alerts.code(words.group("jdk") == null ? words.group("bouncy") : words.group("jdk"));
      }
    }
    return OptionalInt.empty();
  }

  private static boolean chosenAsPinned(ServerFlight flight, TlsPin pin) {
    return flight.version() == pin.protocol().code()
        && flight.cipherSuite().filter(pin.cipherSuite()::equals).isPresent();
  }

  private static boolean closed(IOException e) {
    return cause(e, EOFException.class) != null
        || cause(e, SocketException.class) != null
        || String.valueOf(e.getMessage()).contains("terminated the handshake");
  }

  private static <T extends Throwable> T cause(Throwable e, Class<T> kind) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (kind.isInstance(t)) {
        return kind.cast(t);
      }
    }
    return null;
  }

  private static IOException with(IOException cause, IOException explained) {
    explained.initCause(cause);
    return explained;
  }

  static String oneLine(Throwable e) {
    return String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
  }
}

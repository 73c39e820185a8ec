package site.ycsb.tls.observation.setting;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import javax.net.ssl.SSLPeerUnverifiedException;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.Setting;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsProtocol;

/** All settings of the account. */
public final class Settings {
  /** In the order of the results. */
  public static final List<Setting> ALL =
      List.of(
          new Row("ProtocolOnWire", Settings::protocol, Settings::protocol),
          new Row("CipherSuiteOnWire", Settings::suite, Settings::suite),
          new KeyExchangeGroup(),
          new KeyShares(),
          new Row("ServerKeyOfSession", handshake -> "", Settings::serverKey),
          new ClientAuthentication(),
          new SessionResumption(),
          new KeyRenewal(),
          new Row("LargestRecordOut", handshake -> "", Settings::recordSize),
          new Row(
              "ApplicationProtocol",
              Settings::applicationProtocol,
              (name, observed) -> AccountRow.open(name, observed.text())),
          new CertificateCompression(),
          new Row("ProviderInUse", handshake -> "", Settings::provider),
          new Primitives(),
          new JavaRuntime());

  private Settings() {}

  /** A setting that needs no class of its own. */
  private record Row(
      String name,
      Function<Handshake, String> value,
      BiFunction<String, ObservedTls, AccountRow> compare)
      implements Setting {
    @Override
    public String in(Handshake handshake) {
      return value.apply(handshake);
    }

    @Override
    public AccountRow row(ObservedTls observed) {
      return compare.apply(name, observed);
    }
  }

  /** The protocol version, from the ServerHello. */
  private static String protocol(Handshake handshake) {
    int version = handshake.flight().version();
    return TlsProtocol.ofCode(version)
        .map(TlsProtocol::toString)
        .orElseGet(() -> "0x%04X".formatted(version));
  }

  private static AccountRow protocol(String name, ObservedTls observed) {
    return AccountRow.compare(
        name,
        Optional.of(observed.asked().pin().protocol().toString()),
        observed.text(),
        "tls.protocol: a version was negotiated that is not pinned; this is a bug, please report it");
  }

  /** The cipher suite, from the ServerHello. */
  private static String suite(Handshake handshake) {
    return handshake
        .flight()
        .cipherSuite()
        .map(CipherSuite::name)
        .orElseGet(() -> "0x%04X".formatted(handshake.flight().cipherSuiteCode()));
  }

  private static AccountRow suite(String name, ObservedTls observed) {
    return AccountRow.compare(
        name,
        Optional.of(observed.asked().pin().cipherSuite().name()),
        observed.text(),
        "tls.cipher: a suite was negotiated that is not pinned; this is a bug, please report it");
  }

  /** Algorithm and size of the server's key, from the session's certificate. */
  private static AccountRow serverKey(String name, ObservedTls observed) {
    return AccountRow.compare(
        name,
        observed.asked().pin().serverKey().map(ServerKey::toString),
        observed.last() == null ? "no full handshake" : key(observed.last()),
        "tls.keysize: the server's key is not the pinned one; this is a bug, please report it");
  }

  /** All handshakes have the same kind of key: each was compared with the first. */
  private static String key(Handshake handshake) {
    try {
      return ServerKey.of(handshake.session().getPeerCertificates()[0].getPublicKey()).toString();
    } catch (SSLPeerUnverifiedException | IllegalArgumentException e) {
      return "unknown";
    }
  }

  /** The largest record that the client has sent, its header included, from the wire. */
  private static AccountRow recordSize(String name, ObservedTls observed) {
    OptionalInt asked = observed.asked().recordSize();
    int largest = observed.totals().largestRecordSent();
    String text = largest + " bytes";
    if (asked.isEmpty()) {
      return AccountRow.open(name, text);
    }
    String atMost = "at most " + asked.getAsInt() + " bytes";
    return largest <= asked.getAsInt()
        ? AccountRow.same(name, atMost, text)
        : AccountRow.different(
            name,
            atMost,
            text,
            "tls.recordsize=%d: %s sent a record of %d bytes; leave it out or set tls.provider=SunJSSE"
                .formatted(asked.getAsInt(), observed.provider().getName(), largest));
  }

  /** The application protocol that ALPN agreed on (RFC 7301); the driver asks for it. */
  private static String applicationProtocol(Handshake handshake) {
    return handshake.applicationProtocol().isEmpty() ? "none" : handshake.applicationProtocol();
  }

  /** The implementation of TLS with the version of its library. */
  private static AccountRow provider(String name, ObservedTls observed) {
    String inUse = JsseProviders.nameAndVersion(observed.provider());
    Optional<String> asked = observed.asked().pin().provider();
    if (asked.isEmpty()) {
      return AccountRow.open(name, inUse);
    }
    return asked.get().equals(observed.provider().getName())
        ? AccountRow.same(name, asked.get(), inUse)
        : AccountRow.different(
            name,
            asked.get(),
            inUse,
            "tls.provider=%s: the TLS in use is %s; this is a bug, please report it"
                .formatted(asked.get(), inUse));
  }
}

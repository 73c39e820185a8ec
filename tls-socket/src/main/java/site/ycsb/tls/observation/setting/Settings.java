package site.ycsb.tls.observation.setting;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import javax.net.ssl.SSLPeerUnverifiedException;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.Setting;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsProtocol;

/** All settings of the account. */
public final class Settings {
  /** In the order of the results. */
  public static final List<Setting> ALL =
      List.of(
          new Setting("ProtocolOnWire", Settings::protocol, Settings::protocolRow),
          new Setting("CipherSuiteOnWire", Settings::suite, Settings::suiteRow),
          new Setting("GroupOnWire", KeyExchangeGroup::in, KeyExchangeGroup::row),
          new Setting("KeyShares", KeyShares::in, KeyShares::row),
          new Setting("ServerKeyOfSession", Settings::serverKeyRow),
          new Setting("ClientCertificate", ClientAuthentication::in, ClientAuthentication::row),
          new Setting("Resumed", SessionResumption::row),
          new Setting("KeyRenewals", KeyRenewal::row),
          new Setting("LargestRecordOut", Settings::recordSizeRow),
          new Setting(
              "ApplicationProtocol",
              Settings::applicationProtocol,
              observed -> observed.open(observed.text())),
          new Setting(
              "CertificateCompression", CertificateCompression::in, CertificateCompression::row),
          new Setting("ProviderInUse", Settings::providerRow),
          new Setting("Primitives", Primitives::row),
          new Setting("Java", JavaRuntime::row));

  private Settings() {}

  /** The protocol version, from the ServerHello. */
  private static String protocol(Handshake handshake) {
    int version = handshake.flight().version();
    return TlsProtocol.ofCode(version)
        .map(TlsProtocol::toString)
        .orElseGet(() -> "0x%04X".formatted(version));
  }

  private static AccountRow protocolRow(ObservedTls observed) {
    return observed.compare(
        Optional.of(observed.asked().pin().protocol().toString()),
        observed.text(),
        "tls.protocol: a version was negotiated that is not pinned; this is a bug, please report it");
  }

  /** The cipher suite, from the ServerHello. */
  private static String suite(Handshake handshake) {
    return CipherSuites.nameOf(handshake.flight().cipherSuiteCode());
  }

  private static AccountRow suiteRow(ObservedTls observed) {
    return observed.compare(
        Optional.of(observed.asked().pin().cipherSuite().name()),
        observed.text(),
        "tls.cipher: a suite was negotiated that is not pinned; this is a bug, please report it");
  }

  /** Algorithm and size of the server's key, from the session's certificate. */
  private static AccountRow serverKeyRow(ObservedTls observed) {
    return observed.compare(
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
  private static AccountRow recordSizeRow(ObservedTls observed) {
    OptionalInt asked = observed.asked().recordSize();
    int largest = observed.totals().largestRecordSent();
    String text = largest + " bytes";
    if (asked.isEmpty()) {
      return observed.open(text);
    }
    String atMost = "at most " + asked.getAsInt() + " bytes";
    return largest <= asked.getAsInt()
        ? observed.same(atMost, text)
        : observed.different(
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
  private static AccountRow providerRow(ObservedTls observed) {
    String inUse = JsseProviders.nameAndVersion(observed.provider());
    Optional<String> asked = observed.asked().pin().provider();
    if (asked.isEmpty()) {
      return observed.open(inUse);
    }
    return asked.get().equals(observed.provider().getName())
        ? observed.same(asked.get(), inUse)
        : observed.different(
            asked.get(),
            inUse,
            "tls.provider=%s: the TLS in use is %s; this is a bug, please report it"
                .formatted(asked.get(), inUse));
  }
}

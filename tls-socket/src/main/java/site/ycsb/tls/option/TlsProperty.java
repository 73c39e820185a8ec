package site.ycsb.tls.option;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.pin.NearestNames;

/** The {@code tls.*} properties, each with its name, default and description. */
public enum TlsProperty {
  CIPHER(
      "tls.cipher",
      "absent: no TLS",
      "the cipher suite to pin, in IANA or OpenSSL spelling; in compare also 'all'",
      Kind.AXIS),
  PROTOCOL(
      "tls.protocol",
      "the newest that has the suite",
      "protocol version to pin: TLSv1.3, TLSv1.2; with tls.legacy also TLSv1.1, TLSv1",
      Kind.AXIS),
  KEYSIZE(
      "tls.keysize",
      "any",
      "the server's key that is required: bits (2048, 4096, 256) or algorithm and bits (RSA-2048,"
          + " EC-256, Ed25519); EC keys on secp256r1, secp384r1 and secp521r1 only",
      Kind.AXIS),
  GROUP(
      "tls.group",
      "x25519; any for DHE suites",
      "named group of the key exchange that is required: x25519, secp256r1, secp384r1, ffdhe2048,"
          + " ...; any = the server's choice",
      Kind.AXIS),
  PROVIDER(
      "tls.provider",
      "the JVM's default",
      "JSSE provider to use: SunJSSE, BCJSSE (has X25519MLKEM768) or Conscrypt (up to TLS 1.2);"
          + " the last two are jars that bin/ycsb adds when they are named",
      Kind.AXIS),
  VERIFY(
      "tls.verify",
      "full",
      "what is verified of the server's certificate: full (chain and host name), chain, none",
      Kind.AXIS),
  CA(
      "tls.ca",
      "the JVM's trust store",
      "PEM file with the certificates that the server's chain must lead to"),
  TRUSTSTORE("tls.truststore", "the JVM's trust store", "the same as a PKCS12 or JKS file"),
  TRUSTSTORE_PASSWORD("tls.truststore.password", "", "password of tls.truststore", Kind.SECRET),
  CERT(
      "tls.cert",
      "no client certificate",
      "PEM file with the client's certificate and its chain, for servers that ask for one"),
  KEY("tls.key", "the file of tls.cert", "PEM file with the client's private key (PKCS#8)"),
  KEY_PASSWORD("tls.key.password", "", "password of tls.key when it is encrypted", Kind.SECRET),
  KEYSTORE(
      "tls.keystore",
      "no client certificate",
      "PKCS12 or JKS file with the client's certificate and key, instead of tls.cert and tls.key"),
  KEYSTORE_PASSWORD("tls.keystore.password", "", "password of tls.keystore", Kind.SECRET),
  RESUMPTION(
      "tls.resumption",
      "off",
      "off: every connection is a full handshake; on: sessions are resumed where the server"
          + " agrees; not with Conscrypt, nor with BCJSSE in TLS 1.3",
      Kind.AXIS),
  RENEGOTIATE(
      "tls.renegotiate",
      "never",
      "operations of a thread after which its connections get new keys: by renegotiation up to TLS"
          + " 1.2, by a key update in TLS 1.3; reported as TLS-RENEGOTIATE, in no operation's"
          + " latency; not for Cassandra, shared clients, the churn workload, BCJSSE, Conscrypt",
      Kind.AXIS),
  SNDBUF(
      "tls.sndbuf",
      "the system's",
      "send buffer of each socket, bytes; for plain sockets too",
      Kind.PLAIN_TOO),
  RCVBUF(
      "tls.rcvbuf",
      "the system's",
      "receive buffer of each socket, bytes; for plain sockets too",
      Kind.PLAIN_TOO),
  RECORDSIZE(
      "tls.recordsize",
      "16 KiB of payload",
      "largest TLS record that is sent, bytes of the whole record, 512 to 16709; not with"
          + " Conscrypt, nor with Cassandra",
      Kind.AXIS),
  ALSO(
      "tls.also",
      "nothing",
      "properties that a client itself needs with TLS, and must not have without: a switch, a port,"
          + " a URL; NAME=VALUE,NAME=VALUE, where a comma that no NAME= follows belongs to the"
          + " value"),
  LEGACY(
      "tls.legacy",
      "false",
      "true: allow protocols, suites and key sizes that this JVM has disabled, in this process only");

  /** What is special about a property. */
  private enum Kind {
    USUAL,
    /** Its value must never be printed or stored. */
    SECRET,
    /** It also applies to connections without TLS. */
    PLAIN_TOO,
    /** A comparison takes a comma list of its values: each is a variant. */
    AXIS
  }

  /** The prefix of all names. */
  public static final String PREFIX = "tls.";

  private final String key;
  private final String defaultValue;
  private final String description;
  private final Kind kind;

  TlsProperty(String key, String defaultValue, String description) {
    this(key, defaultValue, description, Kind.USUAL);
  }

  TlsProperty(String key, String defaultValue, String description, Kind kind) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.description = description;
    this.kind = kind;
  }

  /** The property's whole name. */
  public String key() {
    return key;
  }

  /** The default, or what stands for it in words; may be empty. */
  public String defaultValue() {
    return defaultValue;
  }

  /** One line, with units and range. */
  public String description() {
    return description;
  }

  /** Whether the value must never be printed or stored. */
  public boolean secret() {
    return kind == Kind.SECRET;
  }

  /** Whether it also applies to connections without TLS. */
  public boolean forPlainToo() {
    return kind == Kind.PLAIN_TOO;
  }

  /** Whether a comparison takes a comma list of its values, each of which is a variant. */
  public boolean isAxis() {
    return kind == Kind.AXIS;
  }

  /** The property with this whole name. */
  public static Optional<TlsProperty> find(String key) {
    return Arrays.stream(values()).filter(p -> p.key.equals(key)).findFirst();
  }

  /** The whole names of all. */
  public static List<String> keys() {
    return Arrays.stream(values()).map(TlsProperty::key).toList();
  }

  /**
   * The property with this whole name.
   *
   * @throws UsageException when there is none; the message gives the nearest name
   */
  static TlsProperty parse(String key) {
    return find(key)
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown property %s; did you mean %s? 'bin/ycsb help tls' lists all"
                        .formatted(key, NearestNames.of(key, keys(), 1).get(0))));
  }

  @Override
  public String toString() {
    return key;
  }
}

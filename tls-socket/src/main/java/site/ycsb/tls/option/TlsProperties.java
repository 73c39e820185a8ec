package site.ycsb.tls.option;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.NearestNames;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.Advice;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.Secret;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/** The {@code tls.*} properties. */
public final class TlsProperties {
  /** Special treatment of a {@code tls.*} property. */
  public enum Kind implements Property.Scope {
    /** It also applies to connections without TLS. */
    PLAIN_TOO,
    /** A comparison takes a comma list of its values: each is a variant. */
    AXIS
  }

  /** The prefix of all names. */
  public static final String PREFIX = "tls.";

  /** RFC 8446 5.1: a header of 5 bytes and 2^14 bytes of payload; the rest is JSSE's allowance. */
  private static final int LARGEST_RECORD = 16709;

  private static final int SMALLEST_RECORD = 512;

  public static final Property<CipherSuite> CIPHER =
      Property.optional(
              "tls.cipher",
              ValueType.of("suite", TlsProperties::oneSuite),
              "absent: no TLS",
              "the cipher suite to pin, by its IANA or OpenSSL name; in compare also a comma list,"
                  + " or 'all': each that client and server have, without those that only"
                  + " tls.legacy allows")
          .in(Kind.AXIS);

  public static final Property<TlsProtocol> PROTOCOL =
      Property.optional(
              "tls.protocol",
              ValueType.of("version", TlsProtocol::parse),
              "the newest that has the suite",
              "protocol version to pin: TLSv1.3, TLSv1.2; with tls.legacy also TLSv1.1, TLSv1")
          .in(Kind.AXIS);

  public static final Property<ServerKey> KEYSIZE =
      Property.optional(
              "tls.keysize",
              ValueType.of("key", ServerKey::parse),
              "any",
              "the server's key that is required: bits (2048, 4096, 256) or algorithm and bits"
                  + " (RSA-2048, EC-256, Ed25519, ML-DSA-65); EC keys on secp256r1, secp384r1 and"
                  + " secp521r1 only; ML-DSA in TLS 1.3, with providers that verify it")
          .in(Kind.AXIS);

  /** Empty: any group. */
  public static final Property<Optional<NamedGroup>> GROUP =
      Property.optional(
              "tls.group",
              ValueType.of("group", TlsProperties::groupOrAny),
              "x25519; any for DHE suites",
              "named group of the key exchange that is required: x25519, secp256r1, secp384r1,"
                  + " ffdhe2048, ...; any = the server's choice")
          .in(Kind.AXIS);

  public static final Property<String> PROVIDER =
      Property.optional(
              "tls.provider",
              ValueType.of("name", TlsProperties::providerName),
              "the JVM's default",
              "JSSE provider to use: SunJSSE, BCJSSE (post-quantum groups on every Java; ARIA, Camellia"
                  + " and SM4) or Conscrypt (up to TLS 1.2); the last two are jars that bin/ycsb adds"
                  + " when they are named")
          .in(Kind.AXIS);

  public static final Property<JcaProvider> JCA =
      Property.optional(
              "tls.jca",
              ValueType.oneOf(JcaProvider.class),
              "the JVM's providers",
              "Amazon's provider in front of the JVM's own, for ciphers, signatures and key"
                  + " agreement of SunJSSE or BCJSSE; its jar must be on the class path (-cp)")
          .in(Kind.AXIS);

  public static final Property<Verification> VERIFY =
      Property.of(
              "tls.verify",
              ValueType.oneOf(Verification.class),
              "full",
              "what is verified of the server's certificate: full (chain and host name), chain, or"
                  + " none (nothing)")
          .in(Kind.AXIS);

  public static final Property<Path> CA =
      Property.optional(
          "tls.ca",
          ValueType.path(),
          "the JVM's trust store",
          "PEM file with the certificates that the server's chain must lead to");

  public static final Property<Path> TRUSTSTORE =
      Property.optional(
          "tls.truststore",
          ValueType.path(),
          "the JVM's trust store",
          "PKCS12 or JKS file with the certificates that the server's chain must lead to, instead"
              + " of tls.ca");

  public static final Property<Secret> TRUSTSTORE_PASSWORD =
      Property.optional(
          "tls.truststore.password", ValueType.password(), "", "password of tls.truststore");

  public static final Property<Path> CERT =
      Property.optional(
          "tls.cert",
          ValueType.path(),
          "no client certificate",
          "PEM file with the client's certificate and its chain, for servers that ask for one");

  public static final Property<Path> KEY =
      Property.optional(
          "tls.key",
          ValueType.path(),
          "the file of tls.cert",
          "PEM file with the client's private key (PKCS#8)");

  public static final Property<Secret> KEY_PASSWORD =
      Property.optional(
          "tls.key.password", ValueType.password(), "", "password of tls.key when it is encrypted");

  public static final Property<Path> KEYSTORE =
      Property.optional(
          "tls.keystore",
          ValueType.path(),
          "no client certificate",
          "PKCS12 or JKS file with the client's certificate and key, instead of tls.cert and"
              + " tls.key");

  public static final Property<Secret> KEYSTORE_PASSWORD =
      Property.optional(
          "tls.keystore.password", ValueType.password(), "", "password of tls.keystore");

  public static final Property<Resumption> RESUMPTION =
      Property.of(
              "tls.resumption",
              ValueType.of("off, on, 1% to 99%", Resumption::parse),
              "off",
              "off: every connection makes a full handshake; on: connections resume a session if"
                  + " the server agrees; 90%: that share of the connections, evenly spread, does;"
                  + " not with BCJSSE in TLS 1.3")
          .in(Kind.AXIS);

  /** Operations; empty: never. */
  public static final Property<OptionalInt> RENEGOTIATE =
      Property.of(
              "tls.renegotiate",
              ValueType.of("1 or more, never", TlsProperties::operationsOrNever),
              "never",
              "operations of a thread after which its connections get new keys: by renegotiation up"
                  + " to TLS 1.2, by a key update in TLS 1.3; reported as TLS-RENEGOTIATE, in no"
                  + " operation's latency; not for Cassandra, shared clients, the churn workload,"
                  + " BCJSSE, Conscrypt")
          .in(Kind.AXIS);

  public static final Property<Integer> SNDBUF =
      Property.optional(
              "tls.sndbuf",
              ValueType.integer(1),
              "the system's",
              "send buffer of each socket, bytes; for plain sockets too; not with DynamoDB, nor with"
                  + " clients that are no bindings")
          .in(Kind.PLAIN_TOO);

  public static final Property<Integer> RCVBUF =
      Property.optional(
              "tls.rcvbuf",
              ValueType.integer(1),
              "the system's",
              "receive buffer of each socket, bytes; for plain sockets too; not with DynamoDB, nor"
                  + " with clients that are no bindings")
          .in(Kind.PLAIN_TOO);

  public static final Property<Integer> RECORDSIZE =
      Property.optional(
              "tls.recordsize",
              ValueType.integer(SMALLEST_RECORD, LARGEST_RECORD),
              "the provider's",
              "largest TLS record that is sent, bytes of the whole record (Java's TLS 1.3 by itself: 16,367 bytes of payload); not with BCJSSE, Conscrypt, nor"
                  + " with Cassandra")
          .in(Kind.AXIS);

  public static final Property<Boolean> CERTIFICATE_COMPRESSION =
      Property.optional(
              "tls.certificate-compression",
              ValueType.oneOf(ValueType.named("on", true, "off", false)),
              "the provider's: on from Java 27 on",
              "whether the client asks the server for compressed certificates (RFC 8879, TLS 1.3);"
                  + " the row CertificateCompression of the results says whether it got them")
          .in(Kind.AXIS);

  public static final Property<Map<String, String>> ALSO =
      Property.optional(
          "tls.also",
          ValueType.of("NAME=VALUE,...", AlsoWithTls::parse),
          "nothing",
          "properties that the client gets only in runs with TLS: a switch, a port, a URL;"
              + " -DNAME=VALUE sets a property of its JVM; a comma that no NAME= follows belongs to"
              + " the value");

  public static final Property<Boolean> LEGACY =
      Property.flag(
          "tls.legacy",
          "true: allow protocols, suites and key sizes that this JVM has disabled, in this process"
              + " only");

  /** All of them. */
  public static final List<Property<?>> ALL = Property.declaredIn(TlsProperties.class);

  private TlsProperties() {}

  /** Whether a property of this name also applies to connections without TLS. */
  public static boolean isForPlainToo(String name) {
    return Property.names(ALL, Kind.PLAIN_TOO).contains(name);
  }

  /**
   * Refuses names that begin with {@code tls.} and are none of these.
   *
   * @throws UsageException the message gives the nearest name
   */
  static void requireKnown(Iterable<String> given) {
    List<String> names = Property.names(ALL);
    for (String name : given) {
      if (name.startsWith(PREFIX) && !names.contains(name)) {
        throw new UsageException(
            "unknown property %s; did you mean %s? %s"
                .formatted(
                    name, NearestNames.of(name, names, 1).get(0), Advice.get().properties()));
      }
    }
  }

  private static CipherSuite oneSuite(String value) {
    if (value.contains(",") || value.equalsIgnoreCase("all")) {
      throw new IllegalArgumentException("one run pins one suite; " + Advice.get().severalSuites());
    }
    return CipherSuites.parse(value);
  }

  private static Optional<NamedGroup> groupOrAny(String value) {
    return value.equalsIgnoreCase("any") ? Optional.empty() : Optional.of(NamedGroup.parse(value));
  }

  private static OptionalInt operationsOrNever(String value) {
    if (value.equalsIgnoreCase("never")) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(ValueType.integer(1).parser().apply(value));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + ", or never", e);
    }
  }

  private static String providerName(String value) {
    return JsseProviders.names().stream()
        .filter(value::equalsIgnoreCase)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected one of %s; another one pins too where it is the JVM's first provider of TLS: add its jar to the class path, name it first in FILE, %s, and leave tls.provider out"
                        .formatted(
                            String.join(", ", JsseProviders.names()),
                            Advice.get().withJvmOption("-Djava.security.properties=FILE"))));
  }
}

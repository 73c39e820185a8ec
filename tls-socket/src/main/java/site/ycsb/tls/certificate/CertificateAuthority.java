package site.ycsb.tls.certificate;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.property.HostPort;

/**
 * A certificate authority for tests: a key of its own, and the server and client certificates that
 * it signs.
 *
 * <p>Its key is RSA-2048 whatever the server's key is, unless another is asked for: the client's
 * cost of checking the authority's signature must be the same for all variants, and an RSA
 * signature works with every protocol version and suite. It signs server certificates directly;
 * servers send them without the root.
 *
 * <pre>{@code
 * CertificateAuthority authority = CertificateAuthority.create();
 * CertifiedKey server = authority.issueServer(ServerKey.parse("RSA-4096"));
 * CertificateFiles.in(directory, "server").write(server);
 * authority.save(directory); // ca.pem: what a client trusts
 * }</pre>
 *
 * <p>Needs Bouncy Castle (bcpkix). Where the JDK has no ML-DSA (before Java 24), Bouncy Castle's
 * provider is registered behind the JDK's for it. Immutable and thread-safe.
 */
public final class CertificateAuthority {
  /** The names in server certificates if none are given. */
  public static final List<String> DEFAULT_HOSTS =
      List.of("localhost", "127.0.0.1", "127.0.0.2", "127.0.0.3");

  /** How long server and client certificates are valid by default. */
  public static final int DEFAULT_DAYS = 365;

  private static final int AUTHORITY_DAYS = 3650;

  /** The key of an authority if none is given. */
  public static final ServerKey DEFAULT_KEY = ServerKey.parse("RSA-2048");

  private static final String ORGANIZATION = "O=YCSB-TLS test";
  private static final Pattern HOST_NAME =
      Pattern.compile("(\\*\\.)?[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  private final CertifiedKey certified;

  private CertificateAuthority(CertifiedKey certified) {
    this.certified = certified;
  }

  /** A new authority, valid for ten years. */
  public static CertificateAuthority create() {
    return create(DEFAULT_KEY);
  }

  /**
   * A new authority with another key than RSA-2048, valid for ten years. What a client pays for
   * checking its signature is then part of what certificates cost.
   *
   * @throws IllegalArgumentException when this JVM cannot make such a key
   */
  public static CertificateAuthority create(ServerKey key) {
    return create(key, Validity.days(AUTHORITY_DAYS));
  }

  /** A new authority with the usual key. */
  public static CertificateAuthority create(Validity validity) {
    return create(DEFAULT_KEY, validity);
  }

  private static CertificateAuthority create(ServerKey key, Validity validity) {
    KeyPair pair = keyPair(key);
    // The names of two authorities on one machine differ.
    byte[] mark = new byte[4];
    new SecureRandom().nextBytes(mark);
    X500Principal name =
        new X500Principal(
            "CN=YCSB-TLS test CA " + HexFormat.of().formatHex(mark) + ", " + ORGANIZATION);
    try {
      JcaX509v3CertificateBuilder builder = builder(name, name, pair.getPublic(), validity);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return new CertificateAuthority(
          new CertifiedKey(
              List.of(sign(builder, pair.getPrivate(), pair.getPublic())), pair.getPrivate()));
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("the authority's certificate could not be created", e);
    }
  }

  /**
   * The authority that was saved in the directory.
   *
   * @throws IOException when its files cannot be read; the message is one line that names the file
   */
  public static CertificateAuthority load(Path directory) throws IOException {
    return new CertificateAuthority(
        CertifiedKey.read(certificateFile(directory), keyFile(directory)));
  }

  /** Where an authority's certificate is in its directory: what {@code tls.ca} names. */
  public static Path certificateFile(Path directory) {
    return directory.resolve("ca.pem");
  }

  /** Where an authority's private key is in its directory. */
  public static Path keyFile(Path directory) {
    return directory.resolve("ca-key.pem");
  }

  /** Where an authority's certificate is as PKCS12: what {@code tls.truststore} names. */
  public static Path truststoreFile(Path directory) {
    return directory.resolve("ca.p12");
  }

  /** The authority's own certificate: what a client must trust. */
  public X509Certificate certificate() {
    return certified.certificate();
  }

  /** Writes certificate, trust store and key (for its owner only); makes the directory. */
  public void save(Path directory) throws IOException {
    saveCertificate(directory);
    SafeFiles.writeSecret(keyFile(directory), ascii(Pem.encode(certified.key())));
  }

  /**
   * Writes certificate and trust store only, not the key; makes the directory, for the owner only.
   * Without this object, no further certificate can be issued.
   */
  public void saveCertificate(Path directory) throws IOException {
    SafeFiles.makeDirectory(directory);
    SafeFiles.writePublic(
        truststoreFile(directory),
        CertificateFiles.pkcs12(KeyStores.trusting(List.of(certificate()))));
    SafeFiles.writePublic(certificateFile(directory), ascii(Pem.encode(certificate())));
  }

  /** Whether this authority signed the certificate. */
  public boolean signed(X509Certificate certificate) {
    try {
      certificate.verify(certificate().getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** A server certificate for {@link #DEFAULT_HOSTS}, valid {@value #DEFAULT_DAYS} days. */
  public CertifiedKey issueServer(ServerKey key) {
    return issueServer(key, DEFAULT_HOSTS, Validity.days(DEFAULT_DAYS));
  }

  /**
   * A server certificate. Making the key takes seconds for RSA-4096 and 12 to 26 s for RSA-8192.
   *
   * @param hosts names and addresses for the subject alternative name, at least one; the first is
   *     the subject's common name too
   * @throws IllegalArgumentException when a host is neither a name nor an address
   */
  public CertifiedKey issueServer(ServerKey key, List<String> hosts, Validity validity) {
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("a server certificate needs at least one host");
    }
    GeneralName[] names =
        hosts.stream().map(CertificateAuthority::name).toArray(GeneralName[]::new);
    return issue(
        key, hosts.get(0), new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth), names, validity);
  }

  /**
   * A client certificate for mutual TLS, valid {@value #DEFAULT_DAYS} days.
   *
   * @param commonName letters, digits, {@code . _ -} and spaces
   */
  public CertifiedKey issueClient(ServerKey key, String commonName) {
    return issueClient(key, commonName, Validity.days(DEFAULT_DAYS));
  }

  /** A client certificate for mutual TLS. */
  public CertifiedKey issueClient(ServerKey key, String commonName, Validity validity) {
    return issue(
        key,
        commonName(commonName),
        new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth),
        new GeneralName[0],
        validity);
  }

  /**
   * A certificate for members of a group, who are each other's clients and servers. It names no
   * host: any process that has it belongs to the group, on any host.
   *
   * @param commonName letters, digits, {@code . _ -} and spaces
   */
  public CertifiedKey issueMember(ServerKey key, String commonName, Validity validity) {
    return issue(
        key,
        commonName(commonName),
        new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}),
        new GeneralName[0],
        validity);
  }

  private static String commonName(String name) {
    if (!name.matches("[A-Za-z0-9._ -]+")) {
      throw new IllegalArgumentException("not a common name: " + name);
    }
    return name;
  }

  private CertifiedKey issue(
      ServerKey key,
      String commonName,
      ExtendedKeyUsage purpose,
      GeneralName[] names,
      Validity validity) {
    KeyPair pair = keyPair(key);
    X500Principal subject = new X500Principal("CN=" + commonName + ", " + ORGANIZATION);
    X500Principal issuer = certificate().getSubjectX500Principal();
    try {
      JcaX509v3CertificateBuilder builder = builder(issuer, subject, pair.getPublic(), validity);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, usage(pair.getPublic()));
      builder.addExtension(Extension.extendedKeyUsage, false, purpose);
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate().getPublicKey()));
      if (names.length > 0) {
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
      }
      X509Certificate made = sign(builder, certified.key(), certificate().getPublicKey());
      return new CertifiedKey(List.of(made), pair.getPrivate());
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException(
          "a certificate for " + commonName + " could not be created", e);
    }
  }

  /**
   * The key usages that static RSA, (EC)DHE and static ECDH need, in this order (RFC 5246 7.4.2).
   */
  private static KeyUsage usage(PublicKey key) {
    return new KeyUsage(
        KeyUsage.digitalSignature
            | switch (key.getAlgorithm()) {
              case "RSA" -> KeyUsage.keyEncipherment;
              case "EC" -> KeyUsage.keyAgreement;
              default -> 0;
            });
  }

  private static GeneralName name(String host) {
    try {
      if (HostPort.isAddress(host)) {
        return new GeneralName(GeneralName.iPAddress, host);
      }
      if (HOST_NAME.matcher(host).matches()) {
        return new GeneralName(GeneralName.dNSName, host);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("not an IP address: '" + host + "'", e);
    }
    throw new IllegalArgumentException("neither a host name nor an IP address: '" + host + "'");
  }

  private static KeyPair keyPair(ServerKey key) {
    provideAlgorithm(key);
    try {
      KeyPairGenerator generator =
          KeyPairGenerator.getInstance(
              key.algorithm() == ServerKey.Algorithm.ML_DSA
                  ? key.toString()
                  : key.algorithm().toString());
      switch (key.algorithm()) {
        case RSA -> generator.initialize(key.bits());
        case EC -> generator.initialize(new ECGenParameterSpec("secp" + key.bits() + "r1"));
        case ED25519, ED448, ML_DSA -> {} // Their names have said it.
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "this JVM cannot generate a key of the kind " + key + ": " + e.getMessage(), e);
    }
  }

  /** Registers Bouncy Castle's provider behind the JDK's, if the JDK does not know such keys. */
  static void provideAlgorithm(ServerKey key) {
    if (key.algorithm() == ServerKey.Algorithm.ML_DSA
        && Security.getProviders("KeyPairGenerator." + key) == null) {
      Security.addProvider(new BouncyCastleProvider());
    }
  }

  private static JcaX509v3CertificateBuilder builder(
      X500Principal issuer, X500Principal subject, PublicKey key, Validity validity)
      throws GeneralSecurityException, IOException {
    BigInteger serial = new BigInteger(127, new SecureRandom()).setBit(126);
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            issuer, serial, Date.from(validity.from()), Date.from(validity.to()), subject, key);
    builder.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        new JcaX509ExtensionUtils().createSubjectKeyIdentifier(key));
    return builder;
  }

  /** With the authority's key. */
  private static X509Certificate sign(
      X509v3CertificateBuilder builder, PrivateKey key, PublicKey itsPublic)
      throws GeneralSecurityException, OperatorCreationException {
    ServerKey kind = ServerKey.of(itsPublic);
    String algorithm =
        switch (kind.algorithm()) {
          case RSA -> "SHA256withRSA";
          case EC -> "SHA256withECDSA";
          case ED25519, ED448, ML_DSA -> kind.toString();
        };
    return new JcaX509CertificateConverter()
        .getCertificate(builder.build(new JcaContentSignerBuilder(algorithm).build(key)));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

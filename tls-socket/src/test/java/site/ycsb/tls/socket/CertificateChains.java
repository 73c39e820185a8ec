package site.ycsb.tls.socket;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import site.ycsb.tls.certificate.CertifiedKey;

/** Chains of certificates with one fault each. */
final class CertificateChains {
  private static final KeyPair PAIR = pair();

  /** What a certificate is, beyond a CA or a server for localhost. */
  static final class Spec {
    String name;
    boolean ca;
    Integer pathLength;
    boolean validAnyMore = true;
    boolean validAlready = true;
    int usage;
    KeyPurposeId purpose = KeyPurposeId.id_kp_serverAuth;
    GeneralName[] hosts = {
      new GeneralName(GeneralName.dNSName, "localhost"),
      new GeneralName(GeneralName.iPAddress, "127.0.0.1")
    };
    String permitted;

    Spec(String name, boolean ca) {
      this.name = name;
      this.ca = ca;
      this.usage = ca ? KeyUsage.keyCertSign : KeyUsage.digitalSignature;
    }
  }

  private CertificateChains() {}

  static Spec authority(String name) {
    return new Spec(name, true);
  }

  static Spec server() {
    return new Spec("server", false);
  }

  /**
   * The chain of these, the topmost first, which signs itself and is not sent.
   *
   * @param all the topmost authority, those below it, the server
   */
  static CertifiedKey chain(Spec... all) throws Exception {
    List<X509Certificate> chain = new ArrayList<>(certificates(all));
    return new CertifiedKey(chain.subList(0, Math.max(1, chain.size() - 1)), PAIR.getPrivate());
  }

  /** The authority at the top of these. */
  static X509Certificate top(Spec... all) throws Exception {
    List<X509Certificate> chain = certificates(all);
    return chain.get(chain.size() - 1);
  }

  private static List<X509Certificate> certificates(Spec... all) throws Exception {
    List<X509Certificate> chain = new ArrayList<>();
    Spec issuer = all[0];
    for (Spec spec : all) {
      chain.add(0, certificate(spec, issuer));
      issuer = spec;
    }
    return chain;
  }

  private static X509Certificate certificate(Spec spec, Spec issuer) throws Exception {
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            principal(issuer),
            new BigInteger(64, new SecureRandom()),
            Date.from(now.plus(spec.validAlready ? Duration.ofDays(-9) : Duration.ofDays(3))),
            Date.from(now.plus(spec.validAnyMore ? Duration.ofDays(9) : Duration.ofDays(-2))),
            principal(spec),
            PAIR.getPublic());
    builder.addExtension(
        Extension.basicConstraints,
        true,
        spec.pathLength == null
            ? new BasicConstraints(spec.ca)
            : new BasicConstraints(spec.pathLength));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(spec.usage));
    if (spec.permitted != null) {
      GeneralName name = new GeneralName(GeneralName.dNSName, spec.permitted);
      builder.addExtension(
          Extension.nameConstraints,
          true,
          new NameConstraints(new GeneralSubtree[] {new GeneralSubtree(name)}, null));
    }
    if (spec.name.equals("server")) {
      builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(spec.purpose));
      builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(spec.hosts));
    }
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(PAIR.getPrivate())));
  }

  private static X500Principal principal(Spec spec) {
    return new X500Principal("CN=" + spec.name);
  }

  private static KeyPair pair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}

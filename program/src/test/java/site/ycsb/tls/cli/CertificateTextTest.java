package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;

class CertificateTextTest {
  /** Any server can be asked, and its certificate is what it likes. */
  @Test
  void namesInACertificateAreNoCommandsOfTheTerminal() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    KeyPair pair = generator.generateKeyPair();
    X500Name name = new X500NameBuilder().addRDN(BCStyle.CN, "db\u001b]0;x").build();
    Instant now = Instant.now();
    X509Certificate certificate =
        new JcaX509CertificateConverter()
            .getCertificate(
                new JcaX509v3CertificateBuilder(
                        name,
                        BigInteger.ONE,
                        Date.from(now),
                        Date.from(now.plus(Duration.ofDays(1))),
                        name,
                        pair.getPublic())
                    .build(
                        new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));

    assertThat(new CertificateText(List.of(certificate)).lines())
        .anyMatch(line -> line.contains("db?"))
        .noneMatch(line -> line.contains("\u001b"));
  }
}

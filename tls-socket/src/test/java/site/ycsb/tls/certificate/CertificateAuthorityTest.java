package site.ycsb.tls.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.SubjectKeyIdentifier;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.pin.ServerKey;

class CertificateAuthorityTest {
  private static final CertificateAuthority AUTHORITY = CertificateAuthority.create();
  private static final ServerKey EC = ServerKey.parse("EC-256");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {"RSA-1024", "RSA-2048", "EC-256", "EC-384", "EC-521", "Ed25519", "ML-DSA-65"})
  void issuesValidServerCertificatesForEveryKindOfKey(String key) throws Exception {
    CertifiedKey server = AUTHORITY.issueServer(ServerKey.parse(key));

    assertThat(ServerKey.of(server.certificate().getPublicKey())).hasToString(key);
    validate(server.certificate(), AUTHORITY);
    assertThat(server.certificate().getSubjectAlternativeNames())
        .contains(List.of(2, "localhost"), List.of(7, "127.0.0.1"), List.of(7, "127.0.0.3"));
    assertThat(server.certificate().getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
  }

  @Test
  void linksCertificateAndAuthorityByTheirKeyIdentifiers() throws Exception {
    X509Certificate server = AUTHORITY.issueServer(EC).certificate();
    byte[] ofAuthority =
        SubjectKeyIdentifier.fromExtensions(
                new JcaX509CertificateHolder(AUTHORITY.certificate()).getExtensions())
            .getKeyIdentifier();
    var extensions = new JcaX509CertificateHolder(server).getExtensions();

    assertThat(AuthorityKeyIdentifier.fromExtensions(extensions).getKeyIdentifierOctets())
        .isEqualTo(ofAuthority);
    assertThat(SubjectKeyIdentifier.fromExtensions(extensions).getKeyIdentifier())
        .isNotEqualTo(ofAuthority);
  }

  @Test
  void signsAllServerKeysWithOneKey() {
    assertThat(
            List.of("RSA-1024", "EC-256").stream()
                .map(key -> AUTHORITY.issueServer(ServerKey.parse(key)).certificate()))
        .allMatch(AUTHORITY::signed)
        .allMatch(certificate -> certificate.getSigAlgName().equals("SHA256withRSA"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA-1024", "EC-384", "Ed25519", "ML-DSA-44", "ML-DSA-87"})
  void signsWithTheKeyThatItWasMadeWith(String key) throws Exception {
    CertificateAuthority authority = CertificateAuthority.create(ServerKey.parse(key));
    CertifiedKey server = authority.issueServer(EC);

    assertThat(ServerKey.of(authority.certificate().getPublicKey())).hasToString(key);
    assertThat(authority.signed(server.certificate())).isTrue();
    validate(server.certificate(), authority);
  }

  @Test
  void keysOfMlDsaAreReadAgain() throws Exception {
    CertifiedKey server = AUTHORITY.issueServer(ServerKey.parse("ML-DSA-65"));
    CertificateFiles files = CertificateFiles.in(directory, "server");
    files.write(server);

    assertThat(files.read().certificate()).isEqualTo(server.certificate());
  }

  @Test
  void isNotTakenForAnotherAuthority() {
    CertificateAuthority other = CertificateAuthority.create(ServerKey.parse("RSA-1024"));
    X509Certificate server = AUTHORITY.issueServer(EC).certificate();

    assertThat(other.signed(server)).isFalse();
    assertThatThrownBy(() -> validate(server, other))
        .isInstanceOf(CertPathValidatorException.class);
  }

  @Test
  void issuesExpiredCertificatesAndOtherHostsForTests() throws Exception {
    X509Certificate expired =
        AUTHORITY.issueServer(EC, List.of("db.example"), Validity.expired()).certificate();

    assertThatThrownBy(() -> validate(expired, AUTHORITY)).hasMessageContaining("validity");
    assertThat(expired.getSubjectAlternativeNames()).containsExactly(List.of(2, "db.example"));
  }

  @Test
  void refusesWhatIsNoHost() {
    for (String host : List.of("", "a b", "x,O=evil", "999.1.1.1")) {
      assertThatThrownBy(() -> AUTHORITY.issueServer(EC, List.of(host), Validity.days(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(host);
    }
  }

  @Test
  void issuesClientCertificatesThatAreNotServerCertificates() throws Exception {
    X509Certificate client = AUTHORITY.issueClient(EC, "somebody").certificate();

    validate(client, AUTHORITY);
    assertThat(client.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(client.getSubjectAlternativeNames()).isNull();
  }

  @Test
  void comesBackFromItsFilesTheSame() throws Exception {
    AUTHORITY.save(directory.resolve("new/ca"));
    CertificateAuthority loaded = CertificateAuthority.load(directory.resolve("new/ca"));

    assertThat(loaded.certificate()).isEqualTo(AUTHORITY.certificate());
    validate(loaded.issueServer(EC).certificate(), AUTHORITY);
  }

  @Test
  void writesSecretsForTheirOwnerOnly() throws Exception {
    Path made = directory.resolve("made");
    AUTHORITY.save(made);
    CertificateFiles files = CertificateFiles.in(made, "server");
    files.write(AUTHORITY.issueServer(EC));

    assertThat(permissions(made)).isEqualTo("rwx------");
    assertThat(List.of(files.key(), files.combined(), files.keystore()))
        .allSatisfy(file -> assertThat(permissions(file)).isEqualTo("rw-------"));
    assertThat(permissions(CertificateAuthority.keyFile(made))).isEqualTo("rw-------");
    assertThat(permissions(files.certificate())).startsWith("rw-");
    try (var left = Files.list(made)) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "ca.pem",
              "ca.p12",
              "ca-key.pem",
              "server.pem",
              "server-key.pem",
              "server-combined.pem",
              "server.p12");
    }
  }

  @Test
  void writesTheSameKeyInEveryForm() throws Exception {
    AUTHORITY.save(directory);
    CertifiedKey server = AUTHORITY.issueServer(EC);
    CertificateFiles files = CertificateFiles.in(directory, "server");
    files.write(server);
    char[] password = CertificateFiles.PASSWORD.toCharArray();
    KeyStore keystore = KeyStore.getInstance(files.keystore().toFile(), password);
    KeyStore truststore =
        KeyStore.getInstance(CertificateAuthority.truststoreFile(directory).toFile(), password);

    assertThat(files.read()).isEqualTo(server);
    assertThat(CertifiedKey.read(files.combined(), files.combined())).isEqualTo(server);
    assertThat(keystore.getKey("key", password)).isEqualTo(server.key());
    assertThat(truststore.getCertificate("ca")).isEqualTo(AUTHORITY.certificate());
  }

  @Test
  void doesNotShowThePrivateKey() {
    CertifiedKey server = AUTHORITY.issueServer(EC);

    assertThat(server.toString()).contains("CN=localhost").doesNotContain(server.key().toString());
  }

  private static void validate(X509Certificate certificate, CertificateAuthority authority)
      throws Exception {
    PKIXParameters parameters =
        new PKIXParameters(Set.of(new TrustAnchor(authority.certificate(), null)));
    parameters.setRevocationEnabled(false);
    CertPathValidator.getInstance("PKIX")
        .validate(
            CertificateFactory.getInstance("X.509").generateCertPath(Arrays.asList(certificate)),
            parameters);
  }

  private static String permissions(Path file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}

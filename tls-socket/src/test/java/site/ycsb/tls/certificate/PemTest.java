package site.ycsb.tls.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.OutputEncryptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.pin.ServerKey;

class PemTest {
  private static final CertificateAuthority AUTHORITY = CertificateAuthority.create();
  private static final CertifiedKey SERVER = AUTHORITY.issueServer(ServerKey.parse("EC-256"));

  @TempDir Path directory;

  @Test
  void readsAllCertificatesAmongOtherText() throws IOException {
    Path file =
        file(
            "Bag Attributes\r\n"
                + Pem.encode(SERVER.certificate()).replace("\n", "\r\n")
                + "a remark, and a key:\n"
                + Pem.encode(SERVER.key())
                + Pem.encode(AUTHORITY.certificate()));

    assertThat(Pem.readCertificates(file))
        .containsExactly(SERVER.certificate(), AUTHORITY.certificate());
    assertThat(Pem.readPrivateKey(file)).isEqualTo(SERVER.key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA-1024", "EC-384", "Ed25519", "Ed448"})
  void findsOutTheAlgorithmOfAKey(String algorithm) throws IOException {
    CertifiedKey key = AUTHORITY.issueClient(ServerKey.parse(algorithm), "c");

    assertThat(Pem.readPrivateKey(file(Pem.encode(key.key())))).isEqualTo(key.key());
  }

  @Test
  void namesTheFileThatIsNotThere() {
    Path missing = directory.resolve("missing.pem");

    assertThatThrownBy(() -> Pem.readCertificates(missing))
        .isInstanceOf(IOException.class)
        .hasMessage(missing + " does not exist");
    assertThatThrownBy(() -> Pem.readPrivateKey(directory))
        .hasMessageStartingWith(directory + " cannot be read");
  }

  @Test
  void saysWhatIsExpectedOfAFileWithoutIt() throws IOException {
    Path file = file("hello");

    assertThatThrownBy(() -> Pem.readCertificates(file))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("BEGIN CERTIFICATE");
    assertThatThrownBy(() -> Pem.readPrivateKey(file)).hasMessageContaining("BEGIN PRIVATE KEY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA PRIVATE KEY", "EC PRIVATE KEY"})
  void saysHowToConvertOtherForms(String label) throws IOException {
    Path file = file("-----BEGIN %s-----\nAAAA\n-----END %s-----\n".formatted(label, label));

    assertThatThrownBy(() -> Pem.readPrivateKey(file))
        .hasMessageContaining(label)
        .hasMessageContaining("openssl pkcs8 -topk8 -nodes -in " + file);
  }

  @Test
  void opensAnEncryptedKeyWithItsPassword() throws Exception {
    // As OpenSSL 3 writes it.
    OutputEncryptor encryptor =
        new JceOpenSSLPKCS8EncryptorBuilder(PKCS8Generator.AES_256_CBC)
            .setPRF(PKCS8Generator.PRF_HMACSHA256)
            .setPassword("right".toCharArray())
            .setProvider(new BouncyCastleProvider())
            .build();
    byte[] encrypted = new JcaPKCS8Generator(SERVER.key(), encryptor).generate().getContent();
    Path file = file(Pem.encode("ENCRYPTED PRIVATE KEY", encrypted));

    assertThat(Pem.readPrivateKey(file, "right".toCharArray())).isEqualTo(SERVER.key());
    assertThatThrownBy(() -> Pem.readPrivateKey(file, "wrong!".toCharArray()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is the password right?")
        .hasMessageNotContaining("wrong!");
    assertThatThrownBy(() -> Pem.readPrivateKey(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no password");
  }

  @Test
  void refusesDamagedContent() throws IOException {
    Path file =
        file(
            """
            -----BEGIN CERTIFICATE-----
            AAAA
            -----END CERTIFICATE-----
            -----BEGIN PRIVATE KEY-----
            A
            -----END PRIVATE KEY-----
            """);

    assertThatThrownBy(() -> Pem.readCertificates(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged");
    assertThatThrownBy(() -> Pem.readPrivateKey(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("base64");
  }

  @Test
  void refusesAKeyOfAnotherCertificate() throws IOException {
    CertifiedKey other = AUTHORITY.issueServer(ServerKey.parse("EC-256"));
    Path certificate = file(Pem.encode(SERVER.certificate()));
    Path key = directory.resolve("other-key.pem");
    Files.writeString(key, Pem.encode(other.key()));

    assertThatThrownBy(() -> CertifiedKey.read(certificate, key))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not belong to")
        .hasMessageContaining(key.toString());
  }

  private Path file(String content) throws IOException {
    return Files.writeString(directory.resolve("file.pem"), content);
  }
}

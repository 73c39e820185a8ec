package site.ycsb.tls.certificate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PKCS8Generator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.operator.OutputEncryptor;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.pin.ServerKey;

class PemTest {
  private static final CertificateAuthority AUTHORITY =
      CertificateAuthority.create(ServerKey.parse("EC-256"));
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

  static Stream<Arguments> encryptions() {
    return Stream.of(
            PKCS8Generator.AES_128_CBC,
            PKCS8Generator.AES_192_CBC,
            PKCS8Generator.AES_256_CBC,
            PKCS8Generator.DES3_CBC)
        .flatMap(
            cipher ->
                Stream.of(
                        PKCS8Generator.PRF_HMACSHA1,
                        PKCS8Generator.PRF_HMACSHA256,
                        PKCS8Generator.PRF_HMACSHA512)
                    .map(function -> Arguments.of(cipher, function)));
  }

  @ParameterizedTest
  @MethodSource("encryptions")
  void opensKeysOfEachUsualCipher(ASN1ObjectIdentifier cipher, AlgorithmIdentifier function)
      throws Exception {
    // With SHA-1, Bouncy Castle itself knows no other passwords.
    String password = function.equals(PKCS8Generator.PRF_HMACSHA1) ? "right" : "grün 密码";
    Path file = encrypted(cipher, function, password, 2048);

    assertThat(Pem.readPrivateKey(file, password.toCharArray())).isEqualTo(SERVER.key());
  }

  @Test
  void opensKeysOfTheOldScheme() throws Exception {
    Path file = encrypted(PKCS8Generator.PBE_SHA1_3DES, PKCS8Generator.PRF_HMACSHA1, "right", 2048);

    assertThat(Pem.readPrivateKey(file, "right".toCharArray())).isEqualTo(SERVER.key());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // scrypt, a truncated one, nothing, and a length of 2^32 - 1
        "304f304906092a864886f70d01050d303c301b06092b06010401da47040b300e04080000000000000000020202000201080201013"
            + "01d060960864801650304012a041000000000000000000000000000000000040200",
        "304d",
        "",
        "3084ffffffff"
      })
  void saysWhatIsExpectedOfAKeyThatIsEncryptedInAnotherWay(String der) throws IOException {
    Path file = file(Pem.encode("ENCRYPTED PRIVATE KEY", HexFormat.of().parseHex(der)));

    assertThatThrownBy(() -> Pem.readPrivateKey(file, "right".toCharArray()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is encrypted in a way that is not known here")
        .hasMessageContaining("openssl pkcs8 -topk8 -in " + file);
  }

  @Test
  void keyThatIsRestrictedToPssBelongsToItsCertificate() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSASSA-PSS");
    generator.initialize(1024);
    KeyPair pair = generator.generateKeyPair();
    X500Principal name = new X500Principal("CN=pss");
    X509Certificate certificate =
        new JcaX509CertificateConverter()
            .getCertificate(
                new JcaX509v3CertificateBuilder(
                        name,
                        BigInteger.ONE,
                        Date.from(Instant.now()),
                        Date.from(Instant.now().plusSeconds(86_400)),
                        name,
                        pair.getPublic())
                    .build(new JcaContentSignerBuilder("SHA256withECDSA").build(SERVER.key())));

    assertThatCode(() -> new CertifiedKey(List.of(certificate), pair.getPrivate()))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> new CertifiedKey(List.of(certificate), generator.generateKeyPair().getPrivate()))
        .hasMessageContaining("does not belong");
  }

  private Path encrypted(
      ASN1ObjectIdentifier cipher, AlgorithmIdentifier function, String password, int iterations)
      throws Exception {
    OutputEncryptor encryptor =
        new JceOpenSSLPKCS8EncryptorBuilder(cipher)
            .setPRF(function)
            .setPassword(password.toCharArray())
            .setIterationCount(iterations)
            .setProvider(new BouncyCastleProvider())
            .build();
    byte[] der = new JcaPKCS8Generator(SERVER.key(), encryptor).generate().getContent();
    return file(Pem.encode("ENCRYPTED PRIVATE KEY", der));
  }

  @Test
  void opensAnEncryptedKeyWithItsPassword() throws Exception {
    // As OpenSSL 3 writes it.
    Path file = encrypted(PKCS8Generator.AES_256_CBC, PKCS8Generator.PRF_HMACSHA256, "right", 1);

    assertThat(Pem.readPrivateKey(file, "right".toCharArray())).isEqualTo(SERVER.key());
    // With one of 256 the padding is right by chance.
    for (int i = 0; i < 2000; i++) {
      char[] wrong = ("wrong!" + i).toCharArray();
      assertThatThrownBy(() -> Pem.readPrivateKey(file, wrong))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("is the password right?")
          .hasMessageNotContaining("wrong!");
    }
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

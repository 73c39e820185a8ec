package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.OfferProcess;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.count.TlsEvidence;

/** What holds for a whole process: lifted algorithms, and the group where Java has no other way. */
class ProcessWideIT {
  private static final byte[] MESSAGE = "hello\n".getBytes(StandardCharsets.US_ASCII);

  /** Handshakes of every suite in every version, with a server in the same process. */
  static final class AllSuites {
    private AllSuites() {}

    public static void main(String[] arguments) throws Exception {
      TlsOptions legacy =
          TlsOptions.parse(Map.of("tls.cipher", "RC4-MD5", "tls.legacy", "true")).orElseThrow();
      JvmTls.prepare(legacy);
      for (SuiteAvailability pair : JvmSuites.ofDefaultProvider().available()) {
        TlsPin pin = TlsPin.of(pair.suite().name()).withProtocol(pair.protocol());
        // Static ECDH needs a certificate that JSSE's key manager finds only under other names.
        if (!pin.cipherSuite().name().contains("_ECDH_")) {
          handshakes(pin);
        }
      }
    }

    private static void handshakes(TlsPin pin) throws Exception {
      for (Client client : List.of(Client.UNCONNECTED, Client.ENGINE)) {
        PinnedTransport transport = TestCertificates.transport(pin);
        try (TestServer server = TestServer.pinned(pin, TestCertificates.serverFor(pin))) {
          byte[] answer = client.echo(transport, server.port(), MESSAGE);
          var session = server.nextSession();
          if (!Arrays.equals(answer, MESSAGE)) {
            throw new AssertionError(pin);
          }
          TlsEvidence evidence = transport.evidence().orElseThrow();
          System.out.println(
              "%s %s %s %s %s"
                  .formatted(
                      client,
                      session.getProtocol(),
                      session.getCipherSuite(),
                      evidence.protocol(),
                      evidence.legacy()));
        }
      }
    }
  }

  @Test
  @Tag("full")
  void legacyAllowsOldSuitesAndVersionsInThisProcess() throws Exception {
    // So many RSA signatures are worth the optimizing compiler.
    List<String> lines = ChildJvm.run(List.of(), AllSuites.class, List.of());
    for (String expected :
        List.of(
            "TLSv1.2 SSL_RSA_WITH_RC4_128_MD5",
            "TLSv1.2 SSL_RSA_WITH_RC4_128_SHA",
            "TLSv1 SSL_RSA_WITH_RC4_128_MD5",
            "TLSv1.2 SSL_RSA_WITH_3DES_EDE_CBC_SHA",
            "TLSv1.2 TLS_RSA_WITH_NULL_SHA256",
            "TLSv1.2 SSL_RSA_WITH_NULL_SHA",
            "TLSv1.2 SSL_RSA_WITH_NULL_MD5",
            "TLSv1.2 TLS_ECDHE_RSA_WITH_NULL_SHA",
            "TLSv1.2 TLS_RSA_WITH_AES_256_GCM_SHA384",
            "TLSv1.2 TLS_DHE_RSA_WITH_AES_256_CBC_SHA",
            "TLSv1.1 TLS_RSA_WITH_AES_128_CBC_SHA",
            "TLSv1 TLS_RSA_WITH_AES_256_CBC_SHA",
            "TLSv1 TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
            "TLSv1 TLS_DHE_RSA_WITH_AES_128_CBC_SHA")) {
      String protocol = expected.substring(0, expected.indexOf(' '));
      assertThat(lines)
          .contains("UNCONNECTED " + expected + " " + protocol + " true")
          .contains("ENGINE " + expected + " " + protocol + " true");
    }
  }

  /** Pins one group after another in one JVM. */
  static final class TwoGroups {
    private TwoGroups() {}

    public static void main(String[] arguments) {
      try {
        for (String group : List.of("secp256r1", "x25519")) {
          TlsOptions options =
              TlsOptions.parse(Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256", "tls.group", group))
                  .orElseThrow();
          JvmTls.prepare(options);
          new PinnedTransport(options);
        }
        System.out.println("both");
      } catch (UsageException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** Connects as the options say, in each way, and prints the group or why not. */
  static final class Groups {
    private Groups() {}

    public static void main(String[] arguments) throws Exception {
      Map<String, String> properties = new HashMap<>();
      for (String argument : Arrays.asList(arguments).subList(1, arguments.length)) {
        properties.put(
            argument.substring(0, argument.indexOf('=')),
            argument.substring(argument.indexOf('=') + 1));
      }
      TlsOptions options = TlsOptions.parse(properties).orElseThrow();
      JvmTls.prepare(options);
      try {
        PinnedTransport transport = new PinnedTransport(options);
        for (Client client : Client.values()) {
          client.echo(transport, Integer.parseInt(arguments[0]), MESSAGE);
        }
        System.out.println(transport.evidence().orElseThrow().group());
        if (options.clientCertificate().isPresent()) {
          System.out.println(AccountTest.row(transport, "ClientCertificate").observed());
        }
      } catch (UsageException | IOException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TLS_AES_128_GCM_SHA256, EC-256, secp384r1",
    "ECDHE-RSA-AES128-GCM-SHA256, RSA-2048, secp521r1",
  })
  void pinsTheGroup(String suite, String key, String group) throws Exception {
    assertPinned(suite, key, group);
  }

  @ParameterizedTest
  @Tag("full")
  @CsvSource({
    "TLS_AES_128_GCM_SHA256, RSA-2048, secp256r1",
    "TLS_AES_128_GCM_SHA256, EC-256, x25519",
    "TLS_AES_128_GCM_SHA256, RSA-2048, ffdhe2048",
    "ECDHE-ECDSA-AES128-GCM-SHA256, EC-256, x25519",
    "ECDHE-ECDSA-AES128-GCM-SHA256, EC-384, secp521r1",
    "DHE-RSA-AES128-GCM-SHA256, RSA-2048, ffdhe3072",
  })
  void pinsTheGroupOfOtherSuitesAndKeys(String suite, String key, String group) throws Exception {
    assertPinned(suite, key, group);
  }

  private static void assertPinned(String suite, String key, String group) throws Exception {
    Path ca = TestCertificates.trust().ca().orElseThrow();
    try (TestServer server = TestServer.lenient(TestCertificates.server(key))) {
      List<String> lines =
          ChildJvm.run(
              Groups.class,
              List.of(
                  String.valueOf(server.port()),
                  "tls.cipher=" + suite,
                  "tls.group=" + group,
                  "tls.ca=" + ca));
      assertThat(lines).containsExactly(group);
    }
  }

  /** OpenSSL compares the curves of ECDSA keys with the client's groups up to TLS 1.2. */
  @ParameterizedTest
  @Tag("full")
  @CsvSource({
    "SunJSSE, ECDHE-RSA-AES128-GCM-SHA256, RSA-2048, EC-256",
    "SunJSSE, ECDHE-RSA-AES128-GCM-SHA256, RSA-2048, EC-384",
    "SunJSSE, ECDHE-ECDSA-AES128-GCM-SHA256, EC-384, EC-256",
    "SunJSSE, ECDHE-RSA-AES128-GCM-SHA256, RSA-2048, RSA-2048",
    "SunJSSE, TLS_AES_128_GCM_SHA256, EC-256, EC-256",
    "BCJSSE, ECDHE-RSA-AES128-GCM-SHA256, RSA-2048, EC-256",
    "BCJSSE, TLS_AES_128_GCM_SHA256, EC-256, RSA-2048",
    "BCJSSE, TLS_AES_128_GCM_SHA256, EC-384, EC-256",
    "BCJSSE, TLS_AES_128_GCM_SHA256, RSA-2048, EC-256"
  })
  @Needs(Requirement.OPENSSL)
  void ecdsaKeysGoWithTheDefaultGroup(String provider, String suite, String server, String client)
      throws Exception {
    Path ca = TestCertificates.trust().ca().orElseThrow();
    CertificateFiles shown = TestCertificates.client(client);
    try (OpenSslServer openSsl =
        OpenSslServer.start(
            TestCertificates.files("server-" + server, TestCertificates.server(server)),
            "-rev",
            "-Verify",
            "1",
            "-verify_return_error",
            "-CAfile",
            ca.toString())) {
      List<String> lines =
          ChildJvm.run(
              Groups.class,
              List.of(
                  String.valueOf(openSsl.port()),
                  "tls.cipher=" + suite,
                  "tls.provider=" + provider,
                  "tls.cert=" + shown.certificate(),
                  "tls.key=" + shown.key(),
                  "tls.ca=" + ca));
      assertThat(lines).containsExactly("x25519", "sent");
      assertThat(openSsl.await("Peer certificate: ")).contains("a client");
    }
  }

  /**
   * Not the curve of a key that the server might have, which is offered too. The server takes all
   * groups as equal: by itself OpenSSL 3.5 and newer ask for another share, of a group that they
   * like better.
   */
  @ParameterizedTest
  @ValueSource(strings = {"secp384r1", "secp521r1", "x25519"})
  @Needs(Requirement.OPENSSL)
  void bouncyCastleMakesTheKeyShareForThePinnedGroup(String group) throws Exception {
    try (OpenSslServer openSsl =
        OpenSslServer.start(
            TestCertificates.files("server-RSA-2048", TestCertificates.server("RSA-2048")),
            "-rev",
            "-groups",
            "P-256:P-384:P-521:X25519")) {
      assertThat(
              ChildJvm.run(
                  Groups.class,
                  List.of(
                      String.valueOf(openSsl.port()),
                      "tls.cipher=TLS_AES_128_GCM_SHA256",
                      "tls.provider=BCJSSE",
                      "tls.group=" + group,
                      "tls.ca=" + TestCertificates.trust().ca().orElseThrow())))
          .containsExactly(group);
    }
  }

  /** As in a temporary folder whose files may not be executed. */
  @Test
  void aLibraryThatCannotBeLoadedIsRefusedWithItsOwnReason() throws Exception {
    assertThat(
            ChildJvm.run(
                ChildJvm.brief("-Dorg.conscrypt.native.workdir=/proc"),
                Groups.class,
                List.of("1", "tls.cipher=TLS_AES_128_GCM_SHA256", "tls.provider=Conscrypt")))
        .last() // Java 24 and newer warn of native libraries before.
        .asString()
        .startsWith("tls.provider=Conscrypt: it does not work here: ")
        .contains("temp file", "start the JVM with -Dorg.conscrypt.native.workdir=DIR")
        .doesNotContain("InvocationTarget");
  }

  @Test
  void aGroupThatAnOptionOfTheJvmTakesAwayIsRefusedWithTheOption() throws Exception {
    assertThat(
            ChildJvm.run(
                ChildJvm.brief("-Djdk.tls.namedGroups=secp384r1"),
                Groups.class,
                List.of("1", "tls.cipher=TLS_AES_128_GCM_SHA256", "tls.group=x25519")))
        .last()
        .asString()
        .satisfiesAnyOf(
            line ->
                assertThat(line)
                    .contains(
                        "tls.group=x25519: SunJSSE of this JVM",
                        "it can offer secp384r1: that is what -Djdk.tls.namedGroups=secp384r1 says"),
            // From Java 20 on, connections have groups of their own.
            line -> assertThat(line).contains("nothing listens"));
  }

  @Test
  void aGroupThatAnEarlierPinTookAwayIsRefusedWithThatReason() throws Exception {
    assertThat(ChildJvm.run(TwoGroups.class, List.of()))
        .last()
        .asString()
        .satisfiesAnyOf(
            line ->
                assertThat(line)
                    .contains("it can offer secp256r1: an earlier pin of this JVM limited it")
                    .doesNotContain("-Djdk.tls.namedGroups"),
            // From Java 20 on, connections have groups of their own.
            line -> assertThat(line).isEqualTo("both"));
  }

  /** It is asked before anything is started, and may be another Java than the one that asks. */
  @Test
  void aProcessSaysWhichPinsItCanOffer() throws Exception {
    List<String> answers =
        ChildJvm.run(
            OfferProcess.class,
            List.of(
                "tls.cipher=TLS_AES_128_GCM_SHA256",
                "tls.group=secp384r1",
                OfferProcess.NEXT,
                "tls.cipher=TLS_AES_128_GCM_SHA256",
                "tls.group=SecP384r1MLKEM1024",
                OfferProcess.NEXT,
                "tls.cipher=TLS_AES_128_GCM_SHA256",
                "tls.keysize=ML-DSA-65",
                OfferProcess.NEXT,
                "tls.cipher=TLS_AES_128_GCM_SHA256",
                "tls.group=SecP384r1MLKEM1024",
                "tls.provider=BCJSSE"));

    assertThat(answers).hasSize(4);
    assertThat(answers.get(0)).isEqualTo("offer:");
    assertThat(answers.get(1))
        .satisfiesAnyOf(
            line ->
                assertThat(line)
                    .startsWith("offer:tls.group=SecP384r1MLKEM1024: SunJSSE of this JVM (Java ")
                    .contains("cannot offer it; it can offer x25519, x448, secp256r1, secp384r1"),
            // A JDK that has it.
            line -> assertThat(line).isEqualTo("offer:"));
    assertThat(answers.get(2))
        .satisfiesAnyOf(
            line ->
                assertThat(line)
                    .startsWith("offer:tls.keysize=ML-DSA-65: SunJSSE of this JVM (Java ")
                    .contains("cannot verify such a key in TLSv1.3; it can verify RSA, EC-256"),
            line -> assertThat(line).isEqualTo("offer:"));
    assertThat(answers.get(3)).isEqualTo("offer:");
  }

  /** Before Java 20 its TLS cannot be loaded then: an error that is no exception. */
  @Test
  void aGroupThatTheJdkDoesNotHaveIsRefusedInWords() throws Exception {
    assertThat(
            ChildJvm.run(
                Groups.class,
                List.of("1", "tls.cipher=TLS_AES_128_GCM_SHA256", "tls.group=X25519MLKEM768")))
        .singleElement()
        .asString()
        .satisfiesAnyOf(
            line -> assertThat(line).contains("SunJSSE", "X25519MLKEM768", "tls.provider"),
            // A JDK that has it.
            line -> assertThat(line).contains("nothing listens"));
  }
}

package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.observation.Account;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Observed;
import site.ycsb.tls.observation.setting.Settings;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.probe.JvmSuites;
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
        PinnedTransport transport = new PinnedTransport(TestCertificates.options(pin));
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
    List<String> lines = ChildJvm.run(AllSuites.class, List.of());
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
          transport.evidence().orElseThrow().account().stream()
              .filter(row -> row.setting().equals("ClientCertificate"))
              .forEach(row -> System.out.println(row.observed()));
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
    CertificateFiles shown =
        TestCertificates.files(
            "client-of-" + client,
            TestCertificates.authority().issueClient(ServerKey.parse(client), "a client"));
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
                List.of("-Dorg.conscrypt.native.workdir=/proc"),
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
                List.of("-Djdk.tls.namedGroups=secp384r1"),
                Groups.class,
                List.of("1", "tls.cipher=TLS_AES_128_GCM_SHA256", "tls.group=x25519")))
        .last()
        .asString()
        .satisfiesAnyOf(
            line ->
                assertThat(line)
                    .contains(
                        "does not offer the group x25519", "-Djdk.tls.namedGroups=secp384r1 says"),
            // From Java 20 on, connections have groups of their own.
            line -> assertThat(line).contains("nothing listens"));
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

  /** Prints a row of the account. */
  private static void print(List<AccountRow> account, String setting) {
    AccountRow row =
        account.stream().filter(r -> r.setting().equals(setting)).findFirst().orElseThrow();
    System.out.println(row.agreement() + " " + row.observed() + " " + row.remark());
  }

  /** A handshake without a client certificate that was asked for. */
  static final class ClientCertificateRow {
    private ClientCertificateRow() {}

    public static void main(String[] arguments) throws Exception {
      TlsPin pin = TlsPin.of("TLS_AES_256_GCM_SHA384");
      PinnedTransport transport = new PinnedTransport(TestCertificates.options(pin));
      try (TestServer server = TestServer.pinned(pin, TestCertificates.serverFor(pin))) {
        Client.CONNECTED.echo(transport, server.port(), MESSAGE);
      }
      print(transport.evidence().orElseThrow().account(), "ClientCertificate");
    }
  }

  /** Any client makes its own context; its certificate must not get lost without a word. */
  @Test
  void aKeyStoreOfTheJvmThatIsNotUsedIsRemarked() throws Exception {
    assertThat(
            ChildJvm.run(
                List.of("-Djavax.net.ssl.keyStore=client.p12"),
                ClientCertificateRow.class,
                List.of()))
        .last()
        .asString()
        .startsWith("IN_PART not sent")
        .contains("-Djavax.net.ssl.keyStore=client.p12 is not used", "tls.keystore");
    assertThat(ChildJvm.run(ClientCertificateRow.class, List.of()))
        .last()
        .asString()
        .startsWith("LEFT_OPEN not sent");
  }

  /** The row of the JVM itself. Without a handshake, which takes an interpreter half a minute. */
  static final class JavaRow {
    private JavaRow() {}

    public static void main(String[] arguments) {
      Account account =
          new Account(
              TlsOptions.of(
                  TlsPin.of(arguments.length > 0 ? arguments[0] : "TLS_AES_256_GCM_SHA384")),
              JsseProviders.find("SunJSSE"),
              Settings.ALL);
      print(
          account.rows(new Observed.Totals(0, 0, 0, 0)),
          arguments.length > 1 ? arguments[1] : "Java");
    }
  }

  /** The providers of a connection, with Bouncy Castle first, last or nowhere. */
  static final class PrimitivesRow {
    private PrimitivesRow() {}

    public static void main(String[] arguments) throws Exception {
      TlsPin pin = TlsPin.of("TLS_AES_256_GCM_SHA384");
      PinnedTransport transport = new PinnedTransport(TestCertificates.options(pin));
      try (TestServer server = TestServer.pinned(pin, TestCertificates.serverFor(pin))) {
        switch (arguments[0]) {
          case "first" -> Security.insertProviderAt(new BouncyCastleProvider(), 1);
          case "last" -> Security.addProvider(new BouncyCastleProvider());
          default -> {}
        }
        Client.CONNECTED.echo(transport, server.port(), MESSAGE);
      }
      print(transport.evidence().orElseThrow().account(), "Primitives");
    }
  }

  /** Without any algorithm, as one whose native library cannot be loaded. */
  public static final class EmptyProvider extends Provider {
    private static final long serialVersionUID = 1;

    public EmptyProvider() {
      super("Empty", "1", "none");
    }
  }

  /** Prints how the JVM's configured providers are judged. */
  static final class ConfiguredProvider {
    private ConfiguredProvider() {}

    public static void main(String[] arguments) throws Exception {
      TlsPin pin = TlsPin.of("TLS_AES_256_GCM_SHA384");
      try {
        PinnedTransport transport = new PinnedTransport(TestCertificates.options(pin));
        try (TestServer server = TestServer.pinned(pin, TestCertificates.serverFor(pin))) {
          Client.CONNECTED.echo(transport, server.port(), MESSAGE);
        }
        print(transport.evidence().orElseThrow().account(), "Primitives");
      } catch (UsageException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** The JDK says nothing of it, and uses its own. */
  @ParameterizedTest
  @CsvSource({
    "com.example.NotThere, 'security.provider.N=com.example.NotThere of this JVM', could not load",
    "site.ycsb.tls.socket.ProcessWideIT$EmptyProvider, security.provider.N=site.ycsb, no algorithm",
    "org.bouncycastle.jce.provider.BouncyCastleProvider, LEFT_OPEN Cipher BC 1., else JDK",
    "SunNotThere, LEFT_OPEN JDK, ''"
  })
  void aConfiguredProviderIsThereOrRefused(
      String provider, String beginning, String why, @TempDir Path directory) throws Exception {
    assertThat(judgement(provider, directory)).startsWith(beginning).contains(why);
  }

  @ParameterizedTest
  @CsvSource({
    "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider, LEFT_OPEN Cipher AmazonCorrettoCryptoProvider 2., ', Signature AmazonCorrettoCryptoProvider 2.'",
    "org.wildfly.openssl.OpenSSLProvider, the TLS of openssl does not work in this JVM, set tls.provider to another"
  })
  @Needs(Requirement.X86_64_LINUX)
  void aProviderWithNativeCodeIsNamedOrRefused(
      String provider, String beginning, String why, @TempDir Path directory) throws Exception {
    assertThat(judgement(provider, directory)).startsWith(beginning).contains(why);
  }

  @Test
  @Needs(Requirement.X86_64_LINUX)
  void aProviderWhoseNativeLibraryDoesNotLoadIsRefused(@TempDir Path directory) throws Exception {
    assertThat(
            judgement(
                "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider",
                directory,
                "-Dcom.amazon.corretto.crypto.provider.useExternalLib=true"))
        .contains("it is loaded and has no algorithm");
  }

  /** What is said of a run in a JVM that has it in front of the JDK's. */
  private static String judgement(String provider, Path directory, String... options)
      throws Exception {
    StringBuilder configured = new StringBuilder("security.provider.1=" + provider + "\n");
    int place = 2;
    for (Provider known : Security.getProviders()) {
      configured.append("security.provider.%d=%s%n".formatted(place++, known.getName()));
    }
    Path file = Files.writeString(directory.resolve("java.security"), configured);
    List<String> all = new ArrayList<>(List.of(options));
    all.add("-Djava.security.properties=" + file);
    // Native libraries are unpacked there.
    all.add("-Djava.io.tmpdir=" + directory);
    List<String> lines = ChildJvm.run(all, ConfiguredProvider.class, List.of());
    return lines.get(lines.size() - 1);
  }

  @ParameterizedTest
  @CsvSource({
    "-Xint, IN_PART, no optimizing compiler this JVM has no optimizing compiler (-Xint)",
    "-XX:TieredStopAtLevel=1, IN_PART, (-XX:TieredStopAtLevel=1)",
    "-XX:TieredStopAtLevel=3, IN_PART, (-XX:TieredStopAtLevel=3)",
    "-XX:CompilationMode=quick-only, IN_PART, (-XX:CompilationMode=quick-only)",
    "-XX:TieredStopAtLevel=4, LEFT_OPEN, ''",
    "-XX:-TieredCompilation, LEFT_OPEN, ''"
  })
  void aJvmWithoutItsOptimizingCompilerIsRemarked(String option, String agreement, String why)
      throws Exception {
    // Java 28 warns of an option before.
    assertThat(ChildJvm.run(List.of(option), JavaRow.class, List.of()))
        .last()
        .asString()
        .startsWith(agreement)
        .contains(Runtime.version().toString(), why);
  }

  /** A virtual machine may hide the processor's instructions; nothing else becomes dearer then. */
  @ParameterizedTest
  @CsvSource({
    "TLS_AES_256_GCM_SHA384, -XX:-UseAES, 'no AES instructions', (-XX:-UseAES)",
    "TLS_AES_256_GCM_SHA384, '-XX:+UnlockDiagnosticVMOptions -XX:-UseAESIntrinsics', 'no AES instructions', (-XX:-UseAESIntrinsics)",
    "TLS_AES_128_GCM_SHA256, '-XX:+UnlockDiagnosticVMOptions -XX:-UseGHASHIntrinsics', 'no AES instructions', (-XX:-UseGHASHIntrinsics)",
    "TLS_AES_256_GCM_SHA384, -Djavax.net.debug=ssl, 'a log of its TLS', -Djavax.net.debug=ssl"
  })
  void aJvmInWhichTlsIsDearerThanElsewhereIsRemarked(
      String suite, String options, String what, String why) throws Exception {
    assertThat(ChildJvm.run(List.of(options.split(" ")), JavaRow.class, List.of(suite)))
        .last()
        .asString()
        .startsWith("IN_PART")
        .contains(what, why);
  }

  @Test
  void withoutAesInstructionsAnotherCipherIsNotRemarked() throws Exception {
    assertThat(
            ChildJvm.run(
                List.of("-XX:-UseAES"), JavaRow.class, List.of("TLS_CHACHA20_POLY1305_SHA256")))
        .last()
        .asString()
        .startsWith("LEFT_OPEN");
  }

  /** SunJSSE's updates after so many bytes are in no counter. */
  @ParameterizedTest
  @CsvSource({
    "AES/GCM/NoPadding KeyUpdate 2^20, TLS_AES_256_GCM_SHA384, IN_PART",
    "AES/GCM/NoPadding KeyUpdate 1048576, TLS_AES_256_GCM_SHA384, IN_PART",
    "'ChaCha20-Poly1305 KeyUpdate 2^37, AES/GCM/NoPadding keyupdate 2^20', TLS_AES_128_GCM_SHA256, IN_PART",
    "AES/GCM/NoPadding KeyUpdate 2^20, TLS_CHACHA20_POLY1305_SHA256, LEFT_OPEN",
    "AES/GCM/NoPadding KeyUpdate 2^20, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, LEFT_OPEN",
    "AES/GCM/NoPadding KeyUpdate 2^37, TLS_AES_256_GCM_SHA384, LEFT_OPEN"
  })
  void keysThatTheJvmRenewsByItselfAreRemarked(
      String limits, String suite, String agreement, @TempDir Path folder) throws Exception {
    Path security = folder.resolve("java.security");
    Files.writeString(security, "jdk.tls.keyLimits=" + limits + "\n");
    assertThat(
            ChildJvm.run(
                List.of("-Djava.security.properties=" + security),
                JavaRow.class,
                List.of(suite, "KeyRenewals")))
        .last()
        .asString()
        .startsWith(agreement + " 0")
        .matches(line -> line.contains("1,048,576 bytes") == agreement.equals("IN_PART"));
  }

  /** SunJSSE then encrypts with Bouncy Castle's AES, and is SunJSSE to all who ask. */
  @ParameterizedTest
  @CsvSource({"first, IN_PART, Cipher BC 1.84", "last, LEFT_OPEN, JDK", "nowhere, LEFT_OPEN, JDK"})
  void aProviderThatTheClientPutsFirstIsRemarked(String where, String agreement, String who)
      throws Exception {
    assertThat(ChildJvm.run(PrimitivesRow.class, List.of(where)))
        .singleElement()
        .asString()
        .startsWith(agreement + " " + who)
        .matches(line -> line.contains("in front of the JDK's own") == where.equals("first"));
  }

  /** An application that is always started so is measured as it is. */
  @Test
  void aProviderThatTheJvmIsStartedWithIsNotRemarked(@TempDir Path folder) throws Exception {
    Path security = folder.resolve("java.security");
    Files.writeString(security, configuredFirst(BouncyCastleProvider.class.getName()));
    assertThat(
            ChildJvm.run(
                List.of("-Djava.security.properties==" + security),
                PrimitivesRow.class,
                List.of("nowhere")))
        // Before it, Java 24 and newer warn of native libraries of the class path.
        .last()
        .asString()
        .startsWith("LEFT_OPEN Cipher BC 1.84");
  }

  /** The JDK's own file with another provider in front of all. */
  private static String configuredFirst(String provider) throws IOException {
    StringBuilder text = new StringBuilder("security.provider.1=" + provider + "\n");
    for (String line :
        Files.readAllLines(
            Path.of(System.getProperty("java.home"), "conf", "security", "java.security"))) {
      Matcher configured = Pattern.compile("security\\.provider\\.(\\d+)=(.*)").matcher(line);
      text.append(
              configured.matches()
                  ? "security.provider.%d=%s"
                      .formatted(Integer.parseInt(configured.group(1)) + 1, configured.group(2))
                  : line)
          .append('\n');
    }
    return text.toString();
  }
}

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
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.observation.Account;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.setting.Settings;
import site.ycsb.tls.option.JcaProvider;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;

/** What an account says of the JVM itself: its compiler, its options, its providers. */
class JvmAccountIT {
  private static final byte[] MESSAGE = "hello\n".getBytes(StandardCharsets.US_ASCII);

  private static void print(AccountRow row) {
    System.out.println(row.agreement() + " " + row.observed() + " " + row.remark());
  }

  /** Makes a handshake, with Bouncy Castle first, last or nowhere; prints rows, or why not. */
  static final class HandshakeRow {
    private HandshakeRow() {}

    public static void main(String[] arguments) throws Exception {
      TlsPin pin = TlsPin.of("TLS_AES_256_GCM_SHA384");
      try {
        PinnedTransport transport = TestCertificates.transport(pin);
        try (TestServer server = TestServer.pinned(pin, TestCertificates.serverFor(pin))) {
          switch (arguments[0]) {
            case "first" -> Security.insertProviderAt(new BouncyCastleProvider(), 1);
            case "last" -> Security.addProvider(new BouncyCastleProvider());
            default -> {}
          }
          Client.CONNECTED.echo(transport, server.port(), MESSAGE);
        }
        for (String row : Arrays.asList(arguments).subList(1, arguments.length)) {
          print(AccountTest.row(transport, row));
        }
      } catch (UsageException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** Any client makes its own context; its certificate must not get lost without a word. */
  @Test
  void aKeyStoreOfTheJvmThatIsNotUsedIsRemarked() throws Exception {
    assertThat(
            ChildJvm.run(
                ChildJvm.brief("-Djavax.net.ssl.keyStore=client.p12"),
                HandshakeRow.class,
                List.of("nowhere", "ClientCertificate")))
        .last()
        .asString()
        .startsWith("IN_PART not sent")
        .contains("-Djavax.net.ssl.keyStore=client.p12 is not used", "tls.keystore");
  }

  @Test
  void aJvmWithoutKeyStoreAndFurtherProvidersIsNotRemarked() throws Exception {
    assertThat(
            ChildJvm.run(HandshakeRow.class, List.of("nowhere", "ClientCertificate", "Primitives")))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("LEFT_OPEN not sent"),
            line ->
                assertThat(line)
                    .startsWith("LEFT_OPEN JDK")
                    .doesNotContain("in front of the JDK's own"));
  }

  /** Makes a handshake with another provider put first, as tls.jca does; or does not put it. */
  static final class JcaRow {
    private JcaRow() {}

    public static void main(String[] arguments) throws Exception {
      TlsPin pin = TlsPin.of(arguments[0]).withProvider(arguments[1]);
      TlsOptions options = TestCertificates.options(pin).withJca(JcaProvider.ACCP);
      if (arguments[2].equals("first")) {
        JvmTls.prepare(options);
      }
      PinnedTransport transport = new PinnedTransport(options);
      try (TestServer server = TestServer.pinned(pin, TestCertificates.serverFor(pin))) {
        Client.CONNECTED.echo(transport, server.port(), MESSAGE);
      }
      print(AccountTest.row(transport, "Primitives"));
    }
  }

  /** Makes a handshake with Bouncy Castle's TLS; prints a row, or why not. */
  static final class BouncyCastleRow {
    private BouncyCastleRow() {}

    public static void main(String[] arguments) throws Exception {
      TlsPin pin =
          TlsPin.of("TLS_AES_256_GCM_SHA384")
              .withGroup(NamedGroup.parse(arguments[0]))
              .withProvider("BCJSSE");
      JvmTls.prepare(TestCertificates.options(pin));
      try {
        PinnedTransport transport = TestCertificates.transport(pin);
        try (TestServer server = TestServer.pinned(pin, TestCertificates.serverFor(pin))) {
          Client.CONNECTED.echo(transport, server.port(), MESSAGE);
        }
        print(AccountTest.row(transport, "ProviderInUse"));
      } catch (UsageException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** The TLS that a JVM was started with is measured as it is set, and said to be. */
  @ParameterizedTest
  @CsvSource({
    "secp256r1, SAME BCJSSE 1.84 in FIPS mode",
    "x25519, tls.group=x25519: BCJSSE in FIPS mode of this JVM"
  })
  void bouncyCastlesFipsModeIsSaid(String group, String said, @TempDir Path directory)
      throws Exception {
    String fips =
        "org.bouncycastle.jce.provider.BouncyCastleProvider\nsecurity.provider.2=org.bouncycastle.jsse.provider.BouncyCastleJsseProvider fips:BC";
    assertThat(
            ChildJvm.run(
                ChildJvm.brief(
                    "-Djava.security.properties=" + securityProperties(fips, 3, directory)),
                BouncyCastleRow.class,
                List.of(group)))
        .last()
        .asString()
        .startsWith(said);
  }

  /** The provider that is asked for must serve the records' cipher; this process has asked it. */
  @ParameterizedTest
  @CsvSource({
    "TLS_AES_256_GCM_SHA384, SunJSSE, first, 'SAME Cipher AmazonCorrettoCryptoProvider 2.5', ', Signature AmazonCorrettoCryptoProvider 2.5'",
    "TLS_AES_256_GCM_SHA384, BCJSSE, first, 'SAME Cipher AmazonCorrettoCryptoProvider 2.5', ', Signature AmazonCorrettoCryptoProvider 2.5'",
    "TLS_CHACHA20_POLY1305_SHA256, SunJSSE, first, 'IN_PART Signature AmazonCorrettoCryptoProvider', does not serve the cipher of TLS_CHACHA20_POLY1305_SHA256",
    "TLS_AES_256_GCM_SHA384, SunJSSE, nowhere, DIFFERENT JDK, tls.jca=accp"
  })
  @Needs(Requirement.X86_64_LINUX)
  void theProviderThatIsAskedForServesTheCipher(
      String suite, String jsse, String place, String beginning, String text) throws Exception {
    assertThat(ChildJvm.run(JcaRow.class, List.of(suite, jsse, place)))
        .last()
        .asString()
        .startsWith(beginning)
        .contains(text);
  }

  /**
   * A row of the JVM itself, for each suite. Without a handshake, which takes an interpreter half a
   * minute.
   */
  static final class JavaRow {
    private JavaRow() {}

    public static void main(String[] arguments) {
      for (String suite : Arrays.asList(arguments).subList(1, arguments.length)) {
        Account account =
            new Account(
                TlsOptions.of(TlsPin.of(suite)), JsseProviders.find("SunJSSE"), Settings.ALL);
        print(AccountTest.row(account.rows(new ObservedTls.Totals(0, 0, 0, 0)), arguments[0]));
      }
    }
  }

  /** The rows that a JVM with the options printed; it may have warned of something before. */
  private static List<String> rows(List<String> options, String row, String... suites)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(row));
    arguments.addAll(List.of(suites));
    List<String> lines = ChildJvm.run(options, JavaRow.class, arguments);
    assertThat(lines).hasSizeGreaterThanOrEqualTo(suites.length);
    return lines.subList(lines.size() - suites.length, lines.size());
  }

  /** Without any algorithm, as one whose native library cannot be loaded. */
  public static final class EmptyProvider extends Provider {
    private static final long serialVersionUID = 1;

    public EmptyProvider() {
      super("Empty", "1", "none");
    }
  }

  /** Of one that is not, the JDK says nothing, and uses its own. */
  @ParameterizedTest
  @CsvSource({
    "com.example.NotThere, 'security.provider.N=com.example.NotThere of this JVM', could not load",
    "site.ycsb.tls.socket.JvmAccountIT$EmptyProvider, security.provider.N=site.ycsb, no algorithm",
    "org.bouncycastle.jce.provider.BouncyCastleProvider, LEFT_OPEN Cipher BC 1.84, else JDK",
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
    List<String> all = new ArrayList<>(ChildJvm.brief(options));
    all.add("-Djava.security.properties=" + securityProperties(provider, 2, directory));
    // Native libraries are unpacked there.
    all.add("-Djava.io.tmpdir=" + directory);
    List<String> lines = ChildJvm.run(all, HandshakeRow.class, List.of("nowhere", "Primitives"));
    return lines.get(lines.size() - 1);
  }

  /** The providers of this JVM come after those, from a place on. */
  private static Path securityProperties(String first, int place, Path directory)
      throws IOException {
    StringBuilder configured = new StringBuilder("security.provider.1=" + first + "\n");
    int next = place;
    for (Provider known : Security.getProviders()) {
      configured.append("security.provider.%d=%s%n".formatted(next++, known.getName()));
    }
    return Files.writeString(directory.resolve("java.security"), configured);
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
    assertThat(rows(List.of(option), "Java", "TLS_AES_256_GCM_SHA384").get(0))
        .startsWith(agreement)
        .contains(Runtime.version().toString(), why);
  }

  /** A virtual machine may hide the processor's instructions; nothing else becomes dearer then. */
  @ParameterizedTest
  @CsvSource({
    "TLS_AES_256_GCM_SHA384, '-XX:+UnlockDiagnosticVMOptions -XX:-UseAESIntrinsics', 'no AES instructions', (-XX:-UseAESIntrinsics)",
    "TLS_AES_128_GCM_SHA256, '-XX:+UnlockDiagnosticVMOptions -XX:-UseGHASHIntrinsics', 'no AES instructions', (-XX:-UseGHASHIntrinsics)",
    "TLS_AES_256_GCM_SHA384, -Djavax.net.debug=ssl, 'a log of its TLS', -Djavax.net.debug=ssl"
  })
  void aJvmInWhichTlsIsDearerThanElsewhereIsRemarked(
      String suite, String options, String what, String why) throws Exception {
    assertThat(rows(List.of(options.split(" ")), "Java", suite).get(0))
        .startsWith("IN_PART")
        .contains(what, why);
  }

  @Test
  void withoutAesInstructionsNoOtherCipherIsRemarked() throws Exception {
    assertThat(
            rows(
                List.of("-XX:-UseAES"),
                "Java",
                "TLS_AES_256_GCM_SHA384",
                "TLS_CHACHA20_POLY1305_SHA256"))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("IN_PART")
                    .contains("no AES instructions", "(-XX:-UseAES)"),
            line -> assertThat(line).startsWith("LEFT_OPEN"));
  }

  /** SunJSSE's updates after so many bytes are in no counter. */
  @ParameterizedTest
  @CsvSource({
    "AES/GCM/NoPadding KeyUpdate 2^20, TLS_AES_256_GCM_SHA384 TLS_CHACHA20_POLY1305_SHA256 TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, IN_PART LEFT_OPEN LEFT_OPEN",
    "AES/GCM/NoPadding KeyUpdate 1048576, TLS_AES_256_GCM_SHA384, IN_PART",
    "'ChaCha20-Poly1305 KeyUpdate 2^37, AES/GCM/NoPadding keyupdate 2^20', TLS_AES_128_GCM_SHA256, IN_PART",
    "AES/GCM/NoPadding KeyUpdate 2^37, TLS_AES_256_GCM_SHA384, LEFT_OPEN"
  })
  void keysThatTheJvmRenewsByItselfAreRemarked(
      String limits, String suites, String agreements, @TempDir Path folder) throws Exception {
    Path security = folder.resolve("java.security");
    Files.writeString(security, "jdk.tls.keyLimits=" + limits + "\n");
    assertThat(
            rows(
                List.of("-Djava.security.properties=" + security),
                "KeyRenewals",
                suites.split(" ")))
        .zipSatisfy(
            List.of(agreements.split(" ")),
            (line, agreement) ->
                assertThat(line)
                    .startsWith(agreement + " 0")
                    .matches(l -> l.contains("1,048,576 bytes") == agreement.equals("IN_PART")));
  }

  /** SunJSSE then encrypts with Bouncy Castle's AES, and is SunJSSE to all who ask. */
  @ParameterizedTest
  @CsvSource({"first, IN_PART, Cipher BC 1.84", "last, LEFT_OPEN, JDK"})
  void aProviderThatTheClientPutsFirstIsRemarked(String where, String agreement, String who)
      throws Exception {
    assertThat(ChildJvm.run(HandshakeRow.class, List.of(where, "Primitives")))
        .singleElement()
        .asString()
        .startsWith(agreement + " " + who)
        .matches(line -> line.contains("in front of the JDK's own") == where.equals("first"));
  }
}

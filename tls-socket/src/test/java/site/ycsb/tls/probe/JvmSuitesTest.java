package site.ycsb.tls.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.probe.SuiteAvailability.Status;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.ChildJvm;

class JvmSuitesTest {
  private static final JvmSuites SUITES = JvmSuites.ofDefaultProvider();

  @Test
  void findsTheSuitesThatEveryJvmHas() {
    assertThat(status(TlsProtocol.TLS_1_3, "TLS_AES_256_GCM_SHA384")).isEqualTo(Status.AVAILABLE);
    assertThat(status(TlsProtocol.TLS_1_2, "ECDHE-RSA-AES128-GCM-SHA256"))
        .isEqualTo(Status.AVAILABLE);
  }

  /**
   * A hybrid is there on any Java with Bouncy Castle; in the JDK's TLS it depends on the update.
   * The largest primes Bouncy Castle does not offer by itself.
   */
  @Test
  void findsTheGroupsByAskingTheClient() {
    assertThat(SUITES.groups())
        .contains(NamedGroup.X25519, NamedGroup.SECP256R1, NamedGroup.FFDHE2048);
    assertThat(JvmSuites.ofProvider("BCJSSE").groups())
        .contains(NamedGroup.X25519, NamedGroup.X25519_MLKEM768, NamedGroup.FFDHE8192);
    assertThat(System.getProperty(JvmTls.NAMED_GROUPS)).isNull();
  }

  @Test
  void findsWhatIsDisabledAndSaysByWhat() {
    SuiteAvailability rc4 =
        SUITES.of(TlsProtocol.TLS_1_2, CipherSuites.parse("SSL_RSA_WITH_RC4_128_MD5"));
    SuiteAvailability old =
        SUITES.of(TlsProtocol.TLS_1_1, CipherSuites.parse("ECDHE-RSA-AES128-SHA"));

    assertThat(rc4.status()).isEqualTo(Status.NEEDS_LEGACY);
    assertThat(rc4.reason()).isEqualTo("RC4");
    assertThat(old.status()).isEqualTo(Status.NEEDS_LEGACY);
    assertThat(old.reason()).isEqualTo("TLSv1.1");
  }

  @Test
  void findsWhatTheProviderDoesNotHave() {
    CipherSuite ccm = CipherSuites.parse("TLS_AES_128_CCM_SHA256");

    assertThat(SUITES.of(TlsProtocol.TLS_1_3, ccm).status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(SUITES.of(TlsProtocol.TLS_1_3, ccm).reason()).isEqualTo("SunJSSE does not have it");
  }

  @Test
  void requiresThatAPinIsNotDisabledUnlessLegacyLiftsThat() {
    JvmSuites.require(options("tls.cipher", "TLS_AES_128_GCM_SHA256"));
    JvmSuites.require(options("tls.cipher", "RC4-SHA", "tls.legacy", "true"));

    assertThatThrownBy(() -> JvmSuites.require(options("tls.cipher", "RC4-SHA")))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching(
            "tls.cipher=TLS_RSA_WITH_RC4_128_SHA: SunJSSE \\S+ of this JVM \\(Java \\S+\\) has"
                + " disabled it in TLSv1.2 \\(.+\\); set tls.legacy=true to allow it in the"
                + " processes of this command");
    assertThatThrownBy(() -> JvmSuites.require(options("tls.cipher", "TLS_AES_128_CCM_SHA256")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot pin it");
  }

  private static TlsOptions options(String... namesAndValues) {
    Map<String, String> properties = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return TlsOptions.parse(properties).orElseThrow();
  }

  @Test
  void listsEachSuiteInEachOfItsVersions() {
    assertThat(SUITES.all())
        .hasSize(CipherSuites.all().stream().mapToInt(suite -> suite.protocols().size()).sum())
        .allSatisfy(pair -> assertThat(pair.suite().protocols()).contains(pair.protocol()));
    assertThat(SUITES.all().get(0).protocol()).isEqualTo(TlsProtocol.TLS_1_3);
  }

  @Test
  void namesTheProvidersThatThereAre() {
    assertThat(JvmSuites.ofProvider("sunjsse").provider()).startsWith("SunJSSE ");
    assertThatThrownBy(() -> JvmSuites.ofProvider("NoSuch"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("NoSuch")
        .hasMessageContaining("SunJSSE");
  }

  @Test
  void promisesOfLegacyOnlyWhatItThenHas() throws Exception {
    Set<String> promised =
        SUITES.all().stream()
            .filter(pair -> pair.status() == Status.NEEDS_LEGACY)
            .map(JvmSuitesTest::name)
            .collect(Collectors.toSet());
    assertThat(ChildJvm.run(Legacy.class, List.of()))
        .containsAll(promised)
        .containsAll(names(SUITES.available()));
  }

  /** A JVM that has lifted its disabled algorithms, and prints what it can pin then. */
  static final class Legacy {
    private Legacy() {}

    public static void main(String[] arguments) {
      JvmTls.liftDisabledAlgorithms();
      names(JvmSuites.ofDefaultProvider().available()).forEach(System.out::println);
    }
  }

  /** Where everything is allowed, legacy is not what a suite lacks. */
  @Test
  void promisesNothingOfLegacyWhereNothingIsDisabled() throws Exception {
    assertThat(ChildJvm.run(WithoutCurves.class, List.of()))
        .last()
        .asString()
        .startsWith("UNAVAILABLE SunJSSE does not offer it");
  }

  /** A JVM that has lifted its disabled algorithms, and has no group for the suite. */
  static final class WithoutCurves {
    private WithoutCurves() {}

    public static void main(String[] arguments) {
      JvmTls.liftDisabledAlgorithms();
      System.setProperty(JvmTls.NAMED_GROUPS, "ffdhe2048");
      SuiteAvailability found =
          JvmSuites.ofProvider("SunJSSE")
              .of(TlsProtocol.TLS_1_2, CipherSuites.parse("ECDHE-RSA-AES128-GCM-SHA256"));
      System.out.println(found.status() + " " + found.reason());
    }
  }

  private static List<String> names(List<SuiteAvailability> pairs) {
    return pairs.stream().map(JvmSuitesTest::name).toList();
  }

  private static String name(SuiteAvailability pair) {
    return pair.protocol() + " " + pair.suite();
  }

  private static Status status(TlsProtocol protocol, String suite) {
    return SUITES.of(protocol, CipherSuites.parse(suite)).status();
  }
}

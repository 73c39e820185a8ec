package site.ycsb.tls.session;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.needs.JavaWithOption;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.JavaInstallation;

class ClientOffersTest {
  private static final Map<String, String> PLAIN = Map.of("recordcount", "1000");
  private static final Map<String, String> X25519 =
      Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256", "tls.group", "x25519");
  private static final Map<String, String> SECP256R1 =
      Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256", "tls.group", "secp256r1");

  @TempDir(factory = ModuleFolder.class)
  Path folder;

  @Test
  void thisJavaOffersItsGroups() {
    assertThatCode(
            () ->
                ClientOffers.require(
                    JavaInstallation.running(), List.of(), List.of(PLAIN, X25519, SECP256R1)))
        .doesNotThrowAnyException();
  }

  /** An update of a JDK has a group that another one lacks. */
  @Test
  void refusesAGroupThatAnotherJavaLacksWithThoseThatItHas() throws Exception {
    JavaInstallation lacking = javaThat(JavaWithOption.thatLacks("x25519", folder));

    ClientOffers.require(lacking, List.of(), List.of(PLAIN, SECP256R1));
    assertThatThrownBy(() -> ClientOffers.require(lacking, List.of(), List.of(SECP256R1, X25519)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("client.java=" + folder + ": tls.group=x25519: SunJSSE of this JVM")
        .hasMessageContaining("cannot offer it; it can offer ")
        .hasMessageContaining("secp256r1");
  }

  /** What is asked must be as it will run. */
  @Test
  void optionsOfTheLoadGeneratorsCount() throws Exception {
    String option = JavaWithOption.thatLacks("x25519", folder);
    assertThatThrownBy(() -> ClientOffers.require(javaThat(""), List.of(option), List.of(X25519)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.group=x25519");
  }

  /**
   * A file of security properties that one variant has: this JVM is none of its load generators.
   */
  @Test
  void whatAVariantsLoadGeneratorsAreStartedWithCounts() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("java.security"), "jdk.tls.disabledAlgorithms=TLS_AES_128_GCM_SHA256\n");
    Map<String, String> variant = new HashMap<>(X25519);
    variant.put("tls.also", "-Djava.security.properties=" + file);
    JavaInstallation here = JavaInstallation.running();

    ClientOffers.require(here, List.of(), List.of(X25519));
    assertThatThrownBy(() -> ClientOffers.require(here, List.of(), List.of(X25519, variant)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.cipher=TLS_AES_128_GCM_SHA256");
  }

  @Test
  void refusesASuiteThatAnotherJavaHasDisabled() throws Exception {
    assertThatThrownBy(
            () ->
                ClientOffers.require(
                    javaThat(""), List.of(), List.of(Map.of("tls.cipher", "RC4-SHA"))))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.cipher=TLS_RSA_WITH_RC4_128_SHA")
        .hasMessageContaining("set tls.legacy=true");
    assertThatCode(
            () ->
                ClientOffers.require(
                    javaThat(""),
                    List.of(),
                    List.of(Map.of("tls.cipher", "RC4-SHA", "tls.legacy", "true"))))
        .doesNotThrowAnyException();
  }

  /** More answers than a pipe holds, of which the first is enough. */
  @Test
  @Timeout(120)
  void endsWhereMuchIsRefused() throws Exception {
    List<Map<String, String>> pins =
        IntStream.range(0, 400)
            .mapToObj(
                number ->
                    Map.of(
                        "tls.cipher", "RC4-SHA", "tls.recordsize", Integer.toString(1024 + number)))
            .toList();
    assertThatThrownBy(() -> ClientOffers.require(javaThat(""), List.of(), pins))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.cipher=TLS_RSA_WITH_RC4_128_SHA");
  }

  private JavaInstallation javaThat(String option) throws IOException {
    JavaWithOption.in(folder, option);
    return JavaInstallation.in(folder).orElseThrow();
  }
}

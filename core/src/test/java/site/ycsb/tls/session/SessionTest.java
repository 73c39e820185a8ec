package site.ycsb.tls.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.servers.UnusedBinding;

class SessionTest {
  /** What freezes the groups of this JVM, its fleet could not agree on any with (Java 17). */
  @Test
  void thePinOfAgentsChangesNothingInThisJvm() throws Exception {
    Map<String, String> properties = new TreeMap<>();
    properties.putAll(
        Map.of(
            "tls.cipher", "TLS_AES_128_GCM_SHA256",
            "tls.provider", "BCJSSE",
            "tls.group", "X25519MLKEM768"));
    StringWriter said = new StringWriter();

    try (Session session =
        Session.forAgents(Bindings.named("basic"), properties, new PrintWriter(said))) {
      assertThat(System.getProperty("jdk.tls.namedGroups")).isNull();
      assertThat(session.properties()).containsAllEntriesOf(properties);
    }
    assertThat(said.toString()).isEmpty();
  }

  /** Opens a session and tells what came of it. */
  static final class Opening {
    private Opening() {}

    public static void main(String[] arguments) throws Exception {
      StringWriter said = new StringWriter();
      try (Session session =
          Session.open(Bindings.named("basic"), Map.of(), new PrintWriter(said))) {
        System.out.println("opened " + session.transport().counts().opened());
      } catch (UsageException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void whatARunIsToldToMaskIsMasked() throws Exception {
    Map<String, String> properties = new TreeMap<>();
    properties.put("results.masked", "their.pin");

    try (Session session =
        Session.forAgents(
            Bindings.named("basic"), properties, new PrintWriter(new StringWriter()))) {
      assertThat(session.secrets().mask("their.pin", "1234")).isEqualTo("***");
      assertThat(session.secrets().mask("their.host", "1234")).isEqualTo("1234");
    }
  }

  /** Not only of a foreign client. */
  @ParameterizedTest
  @CsvSource({
    "true, , opened 0",
    "true, -Djdk.net.usePlainSocketImpl=false, opened 0",
    "false, , 'this JVM''s connections cannot be observed: Java was not started with -javaagent:socket-account-VERSION.jar, as bin/ycsb starts it'"
  })
  void aRunWhoseBytesNobodySeesIsRefused(boolean agent, String option, String answer)
      throws Exception {
    assertThat(open(agent, option)).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Djdk.net.usePlainSocketImpl",
        "-Djdk.net.usePlainSocketImpl=true",
        "-Djdk.net.usePlainDatagramSocketImpl=true"
      })
  void socketsOfBeforeJava18AreNotSeen(String option) throws Exception {
    assertThat(open(/* agent= */ true, option))
        .isEqualTo(
            Runtime.version().feature() >= 18
                ? "opened 0"
                : "this JVM's connections cannot be observed: %s chooses sockets that are not known; leave it out"
                    .formatted(option.replace("=true", "")));
  }

  /** Java reads many of them once, when its TLS is first used: as late as that they do nothing. */
  @Test
  void propertiesOfTheJvmAreSetBeforeItsTlsIsUsed() {
    Map<String, String> properties =
        Map.of("tls.cipher", "AES128-CCM", "tls.also", "-Dycsb.test.also=set");

    try {
      assertThatThrownBy(
              () ->
                  Session.open(
                      Bindings.named("basic"), properties, new PrintWriter(new StringWriter())))
          .as("this Java does not have the suite")
          .isInstanceOf(UsageException.class);
      assertThat(System.getProperty("ycsb.test.also")).isEqualTo("set");
    } finally {
      System.clearProperty("ycsb.test.also");
    }
  }

  @Test
  void buffersThatThisMachineDoesNotGiveAreRefusedBeforeAServerIsStarted() {
    Map<String, String> properties = Map.of("tls.rcvbuf", Integer.toString(Integer.MAX_VALUE));

    assertThatThrownBy(
            () ->
                Session.open(
                    Bindings.named("basic"), properties, new PrintWriter(new StringWriter())))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("tls.rcvbuf=2147483647: this machine gives ");
  }

  /** For agents, too: this process starts their server. */
  @Test
  void whatTheBindingRefusesIsRefusedBeforeAServerIsStarted() {
    Map<String, String> given = Map.of("database.batch", "0");
    PrintWriter err = new PrintWriter(new StringWriter());

    assertThatThrownBy(() -> Session.open(new Database(), given, err))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("database.batch=0: ");
    assertThatThrownBy(() -> Session.forAgents(new Database(), given, err))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("database.batch=0: ");
    assertThatThrownBy(() -> Session.open(new Database(), Map.of(), err))
        .hasMessage("it would be started now");
  }

  /** A binding with a test server that cannot be started here. */
  private record Database() implements UnusedBinding, UnusedBinding.Server {
    private static final Property<Integer> BATCH =
        Property.of("database.batch", ValueType.integer(1), "1", "");

    @Override
    public List<Property<?>> properties() {
      return List.of(BATCH);
    }

    @Override
    public boolean namesServer(Map<String, String> properties) {
      return properties.containsKey("database.host");
    }

    /** Knows the address of the test server. */
    @Override
    public List<InetSocketAddress> tlsServers(Map<String, String> properties) {
      new TypedProperties(properties).given(BATCH);
      return List.of(InetSocketAddress.createUnresolved(properties.get("database.host"), 1));
    }

    @Override
    public Optional<TestServer> testServer(Map<String, String> properties) {
      return Optional.of(this);
    }

    @Override
    public void fetch(Map<String, String> properties) {
      throw new UnsupportedOperationException("it would be started now");
    }

    @Override
    public Map<String, String> clientProperties(
        String host, int port, Map<String, String> properties) {
      return Map.of("database.host", host);
    }
  }

  /** What {@link Opening} tells in a JVM of its own. */
  private static String open(boolean agent, String option) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    if (agent) {
      ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
          .filter(argument -> argument.startsWith("-javaagent:"))
          .forEach(command::add);
    }
    if (option != null) {
      command.add(option);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Opening.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader output = process.inputReader()) {
      return String.join("\n", output.lines().toList());
    } finally {
      process.destroyForcibly();
    }
  }
}

package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.cli.option.PropertyTables;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.PropertyFiles;
import site.ycsb.tls.servers.UnusedBinding;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.PropertyNames;
import site.ycsb.tls.workload.Workloads;

class PropertyNamesTest extends RunsCommands {
  private static final Binding SHOP = new Shop();
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "shop.ulr, shop.url",
    "Shop.url, shop.url",
    "shpo.url, shop.url",
    "testbed.heep, testbed.heap",
    "testbed.shelfs, testbed.shelves",
    "warmup.second, warmup.seconds",
    "churn.operation, churn.operations",
    "fleet.agent, fleet.agents",
    "tls.ciphre, tls.cipher",
    "oltp.rangsize, oltp.rangesize",
    "internode.ciper, internode.cipher",
    "recordcont, recordcount",
    "variants.near.shop.ulr, shop.url"
  })
  void refusesAnUnknownNameAndGivesTheNearest(String given, String nearest) {
    assertThatThrownBy(() -> PropertyNames.of(SHOP).require(Map.of(given, "x")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("unknown property " + given + "; did you mean " + nearest + "?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop.url",
        "variants.near.shop.url",
        "testbed.shelves",
        "testbed.heap",
        "mongodb.ulr",
        "somebody.elses",
        "columnfamily",
        "readproportion"
      })
  void lets(String name) {
    assertThatCode(() -> PropertyNames.of(SHOP).require(Map.of(name, "x")))
        .doesNotThrowAnyException();
  }

  /** Cut at its first dot, it would be another variant, without what it was given. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "variants.java25.0.5.client.java",
        "variants.tls1.3.tls.cipher",
        "variants.a.b.tls.cipher",
        "variants.jdk.new.client.java",
        "variants.near.old.shop.url",
        "variants.a.b.threadcount",
        "variants.v1.2.somebody.elses"
      })
  void refusesAVariantWithADotInItsName(String name) {
    assertThatThrownBy(() -> PropertyNames.of(SHOP).require(Map.of(name, "x")))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            name
                + ": the name of a variant has no dot; write '-' instead, as in"
                + " variants.java25-0-5.client.java=25.0.5");
  }

  /** As a model and a study have several. */
  @Test
  void oneOfSeveralWorkloadsReadsWhatIsTypedForAll() {
    List<Map<String, String>> runs =
        List.of(
            Map.of("workload", RunOptions.CORE_WORKLOAD),
            Map.of("workload", RunOptions.CHURN_WORKLOAD));

    assertThatCode(
            () ->
                PropertyNames.requireReadByOne(
                    List.of("readproportion", "churn.scope", "table"), "-p ", runs.stream()))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () ->
                PropertyNames.requireReadByOne(
                    List.of("table", "oltp.rangesize"), "-p ", runs.stream()))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("-p oltp.rangesize: none of the workloads ");
  }

  /** Its property is known by what is given beside it, though nobody declares it. */
  @Test
  void refusesADottedVariantOfAThirdPartysClient() {
    PropertyNames names = PropertyNames.of(Optional.empty());
    Map<String, String> given = new TreeMap<>(Map.of("couch.host", "a"));
    given.put("variants.my.couch.host", "b");
    assertThatCode(() -> names.require(given)).doesNotThrowAnyException();
    given.put("variants.my.old.couch.host", "c");
    assertThatThrownBy(() -> names.require(given))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("variants.my.old.couch.host: the name of a variant has no dot");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "readallfieldsbyname",
        "spin.sleep",
        "measurement.trackjvm",
        "measurement.raw.output_file",
        "timeseries.granularity",
        "htrace.sampler.classes",
        "dotransactions",
        "db"
      })
  void refusesWhatOnlyUpstreamReads(String name) {
    assertThatThrownBy(() -> PropertyNames.of(SHOP).require(Map.of(name, "x")))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(name + " is YCSB's and has no effect here: ");
  }

  /** Absent, they mean no TLS, the test server, full speed, this Java: another experiment. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tls.cipher",
        "tls.keysize",
        "variants.new.tls.group",
        "internode.cipher",
        "network.rtt",
        "target",
        "threadcount",
        "server.cpu",
        "variants.new.client.java",
        "variants.new.testbed.shelves",
        "testbed.heap",
        "shop.url",
        "variants.near.shop.url"
      })
  void refusesWhatDecidesWhatIsMeasuredAndIsBlank(String name) {
    for (String blank : List.of("", " ")) {
      assertThatThrownBy(() -> PropertyNames.of(SHOP).require(Map.of(name, blank)))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(name + "= is empty")
          .hasMessageContaining("give one, or leave it out, also of files that -P names");
    }
  }

  @Test
  void otherPropertiesMayBeBlank() {
    PropertyNames.of(SHOP).require(Map.of("table", "", "tls.key.password", " ", "label", ""));
  }

  /** No property decides which server is measured. */
  @Test
  void propertiesOfABindingWithoutATestServerMayBeBlank() {
    Binding alwaysNamed =
        new Shop() {
          @Override
          public boolean namesServer(Map<String, String> properties) {
            return true;
          }
        };

    PropertyNames.of(alwaysNamed).require(Map.of("shop.url", ""));
  }

  @Test
  void thirdPartiesMayHaveNamesThatAreNearlyOurs() {
    Map<String, String> nearlyOurs = Map.of("tables", "3");

    PropertyNames.of(Bindings.named("basic")).require(nearlyOurs);
    PropertyNames.of(Bindings.named("basic")).require(Map.of("variants.a.their.table", "3"));
    PropertyNames.of(SHOP).require(Map.of("tables", "3", "workload", "com.acme.Workload"));

    assertThatThrownBy(() -> PropertyNames.of(SHOP).require(nearlyOurs))
        .hasMessageContaining("did you mean table?");
  }

  @Test
  void aBindingThatIsNotOnTheClassPathMayHaveATestServerOfItsOwn() {
    PropertyNames names = PropertyNames.of(Optional.empty());

    names.require(Map.of("shop.ulr", "x", "testbed.shelfs", "3"));
    assertThatThrownBy(() -> names.require(Map.of("warmup.second", "3")))
        .isInstanceOf(UsageException.class);
  }

  @Test
  void everythingThatIsReadOfARunIsDeclared() throws Exception {
    for (String workload :
        List.of(
            RunOptions.CORE_WORKLOAD,
            "site.ycsb.tls.workload.ConnectionChurnWorkload",
            "site.ycsb.tls.workload.OltpReadOnlyWorkload")) {
      Map<String, String> given =
          Map.of("workload", workload, "recordcount", "1000", "operationcount", "1");
      Set<String> names = new HashSet<>();
      RunOptions options = RunOptions.parse(new RecordingMap(given, names), Phase.TRANSACTIONS);
      try (var source = Workloads.of(options, new RecordingProperties(given, names))) {
        source.forThread(0, false);
      }
      assertThat(names).hasSizeGreaterThan(40);
      PropertyNames.of(SHOP).require(asMap(names));
    }
  }

  @Test
  void theManualHasTheDeclarationsAsTheyAre() throws IOException {
    assertThat(Files.readString(HOME.resolve("docs/properties.md")))
        .as("put the output of 'bin/ycsb help properties --markdown' between the two comments")
        .contains(
            "<!-- bin/ycsb help properties --markdown -->\n\n"
                + PropertyTables.markdown()
                + "\n<!-- end -->\n");
  }

  @Test
  void eachPropertyIsDeclaredOnceAndInEnoughWords() {
    List<Property<?>> all =
        Stream.concat(
                PropertyNames.ofProgram().values().stream().flatMap(List::stream),
                TlsProperties.ALL.stream())
            .toList();

    assertThat(all).extracting(Property::name).doesNotHaveDuplicates();
    assertThat(all)
        .allSatisfy(
            property -> {
              assertThat(property.description()).isNotBlank().doesNotContain("|", "\n");
              assertThat(property.defaultText()).doesNotContain("|", "\n");
              assertThat(property.type().values()).isNotBlank().doesNotContain("|", "\n");
            });
  }

  @Test
  void theShippedWorkloadsPass() throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve("workloads"))) {
      for (Path file : files.toList()) {
        Map<String, String> properties = new TreeMap<>();
        PropertyFiles.read(file, properties);
        PropertyNames.of(SHOP).require(asMap(properties.keySet()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "load", "shell", "compare", "testbed"})
  void everyCommandRefuses(String command) {
    assertThat(failure(command + " basic -P workloads/workloada -p warmup.second=3"))
        .startsWith("ycsb: unknown property warmup.second; did you mean");
  }

  /** Java takes the letter of a type. */
  @ParameterizedTest
  @ValueSource(strings = {"--precision 2d%", "--margin 2f%", "--margin 0x1p3", "--precision NaN"})
  void sharesThatAreNoNumbersAreRefused(String share) {
    assertThat(failure("compare basic -P workloads/workloada --calibrate " + share))
        .startsWith("ycsb: " + share + ": expected a percentage such as 1%");
  }

  @Test
  void comparisonsAndStudiesRefuseTheirSweepsToo() throws IOException {
    Path study = directory.resolve("study.yaml");
    String shipped = Files.readString(HOME.resolve("studies/synopsys-2016-mongodb-pool.yaml"));
    Files.writeString(study, shipped.replace("recordcount", "warmup.secnds"));

    String compare = "compare basic -P workloads/workloada --calibrate --out " + directory + "/out";
    assertThat(failure(compare + " --vary stall.secons=1,2"))
        .startsWith("ycsb: unknown property stall.secons; did you mean stall.seconds?");
    assertThat(failure("study validate " + study))
        .contains("unknown property warmup.secnds; did you mean warmup.seconds?");
  }

  /** In a file it may be another binding's; runs that differ in it only would be the same. */
  @Test
  void whatNobodyReadsMakesNoRunsDiffer() {
    PropertyNames names = PropertyNames.of(SHOP);
    Map<String, String> acme = Map.of("workload", "com.acme.Workload");

    for (String name : List.of("fieldsize", "columnfamily", "mongodb.url", "somebody.elses")) {
      assertThatThrownBy(() -> names.requireDeclared(Set.of(name), "--vary ", Map.of()))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(
              "--vary " + name + ": nothing reads it, so that runs would differ in name only");
      names.requireDeclared(Set.of(name), "--vary ", acme);
      PropertyNames.of(Bindings.named("basic")).requireDeclared(Set.of(name), "--vary ", Map.of());
    }
    names.requireDeclared(
        Set.of("shop.url", "testbed.shelves", "fieldlength", "tls.cipher", "threadcount"),
        "variants.a.",
        Map.of());
  }

  /** Some of its sockets would have them, and others not. */
  @ParameterizedTest
  @ValueSource(strings = {"tls.sndbuf", "tls.rcvbuf", "variants.small.tls.sndbuf"})
  void buffersAreRefusedWhereTheClientMakesItsSockets(String property) {
    String reason = "=4096: a YCSB client makes its sockets itself; leave it out";

    assertThat(failure("compare basic -P workloads/workloada -p " + property + "=4096"))
        .startsWith("ycsb: " + property + reason)
        .hasLineCount(1);
    PropertyNames.of(SHOP).require(Map.of(property, "4096"));
  }

  @Test
  void sweepsOfBuffersAreRefusedBeforeAnythingRuns() {
    Path results = directory.resolve("out");
    String compare = "compare basic -P workloads/workloada --calibrate --out " + results;

    assertThat(failure(compare + " --vary tls.rcvbuf=4096,8192"))
        .startsWith("ycsb: tls.rcvbuf=4096: a YCSB client makes its sockets itself; leave it out")
        .hasLineCount(1);
    assertThat(results).doesNotExist();
  }

  private String failure(String line) {
    assertThat(runAtHome(line)).as(err.toString()).isEqualTo(2);
    return err.toString();
  }

  private static Map<String, String> asMap(Set<String> names) {
    Map<String, String> map = new HashMap<>();
    names.forEach(name -> map.put(name, RunOptions.CORE_WORKLOAD));
    return map;
  }

  /** Knows what it was asked for. */
  private static final class RecordingMap extends HashMap<String, String> {
    private static final long serialVersionUID = 1L;
    private final transient Set<String> names;

    RecordingMap(Map<String, String> given, Set<String> names) {
      super(given);
      this.names = names;
    }

    @Override
    public String get(Object name) {
      names.add((String) name);
      return super.get(name);
    }
  }

  /** The same. */
  private static final class RecordingProperties extends Properties {
    private static final long serialVersionUID = 1L;
    private final transient Set<String> names;

    RecordingProperties(Map<String, String> given, Set<String> names) {
      putAll(given);
      this.names = names;
    }

    @Override
    public String getProperty(String name) {
      names.add(name);
      return super.getProperty(name);
    }
  }

  /** A binding with properties of its own, one of them its test server's. */
  static class Shop implements UnusedBinding {
    @Override
    public String name() {
      return "shop";
    }

    @Override
    public List<Property<?>> properties() {
      return List.of(
          Property.optional("shop.url", ValueType.text(), "", ""),
          Property.optional("testbed.shelves", ValueType.whole(1), "", ""));
    }

    @Override
    public boolean namesServer(Map<String, String> properties) {
      return properties.containsKey("shop.url");
    }
  }
}

package site.ycsb.tls.comparison.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.ReplacedBy;
import site.ycsb.tls.servers.Variant;

class ComparisonPlanTest {
  private static final String TLS13 = "TLS_AES_256_GCM_SHA384";
  private static final String TLS12 = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";

  @Test
  void listsOfSuitesAndKeysMakeTheirProductBesidePlain() {
    ComparisonPlan plan =
        parse("recordcount", "1000", "tls.cipher", TLS13 + "," + TLS12, "tls.keysize", "2048,4096");
    assertThat(plan.columns())
        .extracting(Variant::name)
        .containsExactly(
            "plain",
            TLS13 + " RSA-2048",
            TLS13 + " RSA-4096",
            TLS12 + " RSA-2048",
            TLS12 + " RSA-4096");
    assertThat(plan.variants().get(1).properties())
        .containsExactlyInAnyOrderEntriesOf(Map.of("tls.cipher", TLS13, "tls.keysize", "4096"));
    assertThat(plan.base()).containsOnlyKeys("recordcount");
    assertThat(plan.points()).hasSize(1);
  }

  @Test
  void plainGetsNoTlsPropertyButTheBuffersOfEverySocket() {
    ComparisonPlan plan =
        parse("tls.cipher", TLS13, "tls.ca", "ca.pem", "tls.sndbuf", "65536", "table", "t");
    assertThat(plan.baseline()).isEqualTo(new Variant("plain", Map.of()));
    assertThat(plan.base()).containsOnlyKeys("tls.sndbuf", "table");
    assertThat(plan.variants().get(0).properties()).containsOnlyKeys("tls.cipher", "tls.ca");
  }

  /** Of a user's own server on this machine; seed and length are the comparison's. */
  @Test
  void everyRunKnowsTheProcessesOfTheServer() {
    assertThat(parse("tls.cipher", TLS13, "server.pid", "42", "seed", "1", "warmup.seconds", "5"))
        .satisfies(plan -> assertThat(plan.base()).isEqualTo(Map.of("server.pid", "42")));
  }

  /** They would write the same files at the same time. */
  @Test
  void noRunWritesTheLogsOfASingleOne() {
    ComparisonPlan plan =
        parse(
            "tls.cipher", TLS13,
            "hdrhistogram.fileoutput", "true",
            "hdrhistogram.output.path", "/tmp/x-",
            "exporter", "json",
            "hdrhistogram.percentiles", "50");

    assertThat(plan.base()).isEqualTo(Map.of("hdrhistogram.percentiles", "50"));
  }

  @Test
  void aSweepOverGroupsMakesVariants() {
    ComparisonPlan plan = swept("tls.group=x25519,secp256r1,X25519MLKEM768", "tls.cipher", TLS13);
    assertThat(plan.columns())
        .extracting(Variant::name)
        .containsExactly(
            "plain", TLS13 + " x25519", TLS13 + " secp256r1", TLS13 + " X25519MLKEM768");
    assertThat(plan.points()).hasSize(1);
  }

  @Test
  void whatDiffersBetweenVariantsIsInTheirNames() {
    assertThat(parse("tls.cipher", TLS12, "tls.resumption", "off,on").variants())
        .extracting(Variant::name)
        .containsExactly(TLS12 + " resumption=off", TLS12 + " resumption=on");
    assertThat(parse("tls.cipher", TLS12, "tls.group", "x25519,secp256r1").variants())
        .extracting(Variant::name)
        .containsExactly(TLS12 + " x25519", TLS12 + " secp256r1");
    assertThat(parse("tls.cipher", TLS13, "tls.certificate-compression", "on,off").variants())
        .extracting(Variant::name)
        .containsExactly(
            TLS13 + " certificate-compression=on", TLS13 + " certificate-compression=off");
  }

  /** The experiments of Müller et al. 2014: none, AR, RR and AR-RR. */
  @Test
  void tlsBetweenNodesComesWithAndWithoutTlsOfClients() {
    ComparisonPlan plan =
        parse("tls.cipher", TLS13, "internode.cipher", TLS12, "internode.keysize", "2048");
    assertThat(plan.columns())
        .extracting(Variant::name)
        .containsExactly(
            "plain",
            TLS13,
            "internode " + TLS12 + " RSA-2048",
            TLS13 + " + internode " + TLS12 + " RSA-2048");
    assertThat(plan.columns())
        .extracting(Variant::pinsTls)
        .containsExactly(false, true, false, true);
    assertThat(plan.variants().get(1).properties())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("internode.cipher", TLS12, "internode.keysize", "2048"));
    assertThat(plan.base()).isEmpty();
    assertThat(parse("internode.cipher", TLS13 + "," + TLS12).variants()).hasSize(2);
  }

  @Test
  void refusesTlsBetweenNodesThatCannotBe() {
    refused(() -> parse("internode.keysize", "2048")).hasMessageContaining("internode.cipher");
    refused(() -> parse("internode.cipher", "TLS_AES_257_GCM_SHA384"))
        .hasMessageContaining("internode.cipher=TLS_AES_257_GCM_SHA384");
    refused(() -> parse("internode.cipher", TLS13, "internode.group", "x25519"))
        .hasMessageContaining("internode.group");
  }

  @Test
  void namesAreSafeAsFileNames() {
    assertThat(new Variant("../a b/ÄC:*", Map.of()).id()).matches("[a-z0-9][a-z0-9._=-]*");
    assertThat(new Variant("x".repeat(200), Map.of()).id()).hasSizeLessThanOrEqualTo(100);
  }

  @Test
  void pairsThatCannotBeAreLeftOutWithARemark() {
    ComparisonPlan plan =
        parse("tls.cipher", TLS13 + "," + TLS12, "tls.protocol", "TLSv1.2,TLSv1.3");
    assertThat(plan.variants()).hasSize(2);
    assertThat(plan.remarks()).hasSize(2).allMatch(r -> r.startsWith("left out: "));
  }

  @Test
  void refusesAValueThatFitsNothing() {
    refused(() -> parse("tls.cipher", TLS13, "tls.protocol", "TLSv1.2"))
        .hasMessageContaining(TLS13);
    refused(() -> parse("tls.cipher", TLS13 + ",TLS_AES_257_GCM_SHA384"))
        .hasMessageContaining("TLS_AES_257_GCM_SHA384");
    refused(() -> parse("tls.keysize", "2048")).hasMessageContaining("tls.cipher");
    refused(() -> parse("tls.cipher", TLS13, "tls.keysise", "2048"))
        .hasMessageContaining("tls.keysize");
  }

  @Test
  void namedVariantsAreSetsOfProperties() {
    ComparisonPlan plan =
        parse(
            "mongodb.url", "mongodb://a/",
            "variants.at-rest.mongodb.url", "mongodb://b/",
            "variants.both.mongodb.url", "mongodb://b/",
            "variants.both.tls.cipher", TLS13,
            "tls.ca", "ca.pem");
    assertThat(plan.variants()).extracting(Variant::name).containsExactly("at-rest", "both");
    assertThat(plan.variants().get(0).properties()).containsOnlyKeys("mongodb.url");
    assertThat(plan.variants().get(1).properties())
        .containsOnlyKeys("mongodb.url", "tls.cipher", "tls.ca");
  }

  /** They would be named as if they had it, and the comparison would be another one. */
  @Test
  void refusesWhatNamedVariantsWouldDrop() {
    refused(() -> parse("tls.keysize", "2048,4096", "variants.new.tls.cipher", TLS13))
        .hasMessage(
            "tls.keysize=2048,4096: a named variant takes one value; give variants.new.tls.keysize");
    assertThat(
            parse(
                    "tls.keysize", "2048,4096",
                    "variants.new.tls.cipher", TLS13,
                    "variants.new.tls.keysize", "3072")
                .variants())
        .extracting(variant -> variant.properties().get("tls.keysize"))
        .containsExactly("3072");
    // Plain against plain.
    for (String property : List.of("tls.keysize=4096", "tls.ca=ca.pem", "tls.group=x25519,x448")) {
      String[] given = property.split("=", 2);
      refused(() -> parse(given[0], given[1], "variants.jdk25.client.java", "25"))
          .hasMessageContaining(given[0] + " is given without tls.cipher")
          .hasMessageContaining("-p variants.jdk25.tls.cipher=SUITE")
          .hasMessageNotContaining(" -p tls.cipher=");
    }
  }

  /** Lists are those of all combinations, which go with a named variant. */
  @Test
  void aNamedVariantBesideAllCombinationsHasNoListOfTheirs() {
    ComparisonPlan plan =
        parse(
            "tls.cipher",
            TLS13,
            "tls.keysize",
            "2048,4096",
            "tls.group",
            "x25519",
            "variants.old.tls.cipher",
            TLS12);
    assertThat(plan.variants()).hasSize(3);
    assertThat(plan.variants().get(2).properties())
        .containsExactlyInAnyOrderEntriesOf(Map.of("tls.cipher", TLS12, "tls.group", "x25519"));
  }

  @Test
  void anotherBaselineReplacesPlain() {
    ComparisonPlan plan =
        parse(List.of(), TLS12, Schedule.wholeRuns(1), "tls.cipher", TLS13 + "," + TLS12);
    assertThat(plan.columns()).extracting(Variant::name).containsExactly(TLS12, TLS13);
    refused(() -> parse(List.of(), "none", Schedule.wholeRuns(1), "tls.cipher", TLS13))
        .hasMessageContaining(TLS13);
  }

  @Test
  void axesMultiplyAndAnAxisOverTlsMakesVariants() {
    List<Axis> axes =
        Stream.of("threadcount=1,2", "tls.keysize=2048,4096", "fieldlength=100,1000")
            .map(Axis::parse)
            .toList();
    ComparisonPlan plan = parse(axes, "plain", Schedule.wholeRuns(1), "tls.cipher", TLS13);
    assertThat(plan.points())
        .extracting(Point::label)
        .containsExactly(
            "threadcount=1, fieldlength=100",
            "threadcount=1, fieldlength=1000",
            "threadcount=2, fieldlength=100",
            "threadcount=2, fieldlength=1000");
    assertThat(plan.variants()).hasSize(2);
  }

  @Test
  void targetInPercentIsAShareOfTheCapacity() {
    ComparisonPlan plan = parse("tls.cipher", TLS13, "target", "70%");
    assertThat(plan.capacityShare()).isEqualTo(0.7);
    assertThat(plan.base()).doesNotContainKey("target");
    assertThat(parse("tls.cipher", TLS13, "target", "700").base()).containsEntry("target", "700");
    for (String wrong : List.of("0%", "101%", "x%", "%", "7d%")) {
      refused(() -> parse("tls.cipher", TLS13, "target", wrong)).hasMessageContaining(wrong);
    }
  }

  @Test
  void nothingToCompareIsRefusedUnlessTheNoiseFloorIsAskedFor() {
    refused(() -> parse("recordcount", "10"));
    ComparisonPlan plan = parse(List.of(), "plain", Schedule.wholeRuns(1).withCalibrate(true));
    assertThat(plan.columns()).extracting(Variant::name).containsExactly("plain", "plain (again)");
  }

  /** One server is started for all points: the axis would be a label only. */
  @Test
  void refusesAxesOverSettingsOfTestServers() {
    refused(() -> swept("testbed.version=10.11,11.8", "tls.cipher", TLS13))
        .hasMessageContainingAll(
            "--vary testbed.version=10.11,11.8", "-p variants.NAME.testbed.version=10.11");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb.url=mongodb://me:hunter2@a/,mongodb://me:hunter2@b/",
        "db.passwd=hunter2,other",
        "db.passwd=hunter2,hunter2"
      })
  void refusesAxesWhoseValuesMayNotBeInResultsWithoutRepeatingThem(String axis) {
    refused(() -> Axis.parse(axis))
        .hasMessageStartingWith("--vary " + axis.replaceFirst("=.*", "") + ": ")
        .hasMessageNotContaining("hunter2");
  }

  /** The comparison's own value would replace it, or variants would have different lengths. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "seed",
        "operationcount",
        "maxexecutiontime",
        "results.dir",
        "exporter",
        "measurementtype",
        "histogram.buckets"
      })
  void refusesWhatItSetsItselfForEachRun(String property) {
    refused(() -> swept(property + "=1,2", "tls.cipher", TLS13))
        .hasMessageStartingWith("--vary " + property + ": a comparison sets it");
    refused(() -> parse("variants.a.fieldcount", "2", "variants.a." + property, "1"))
        .hasMessageStartingWith("variants.a." + property + ": a comparison sets it");
  }

  /** As a study's file may ask for it. */
  @Test
  void refusesToCallRunsThoseOfAFleet() {
    refused(() -> parse("variants.a.fleet.agents", "8"))
        .hasMessageStartingWith("variants.a.fleet.agents: a fleet sets it");
    refused(() -> swept("fleet.agents=1,8", "tls.cipher", TLS13))
        .hasMessageStartingWith("fleet.agents: a fleet sets it");
  }

  @Test
  void aPointWithoutATargetHasNone() {
    ComparisonPlan plan = swept("target=0,1000", "tls.cipher", TLS13);

    assertThat(plan.points())
        .extracting(point -> plan.hasTarget(point, plan.baseline()))
        .containsExactly(false, true);
  }

  /** The share would replace the target that the point is labelled with. */
  @Test
  void refusesAxesOverTargetsBesideAShareOfTheCapacity() {
    refused(() -> swept("target=1000,2000", "tls.cipher", TLS13, "target", "70%"))
        .hasMessage(
            "--vary target: -target with a share of the capacity would replace each of them; give one of the two");
    assertThat(swept("target=1000,2000", "tls.cipher", TLS13).points()).hasSize(2);
    assertThat(swept("threadcount=1,2", "tls.cipher", TLS13, "target", "70%").points()).hasSize(2);
  }

  /** The plan would name it, and its runs would have another one. */
  @Test
  void refusesAVariantsTargetBesideAShareOfTheCapacity() {
    refused(() -> parse("target", "70%", "variants.slow.target", "500"))
        .hasMessage(
            "variants.slow.target: -target with a share of the capacity would replace it; give one of the two");
    assertThat(parse("target", "700", "variants.slow.target", "500").variants()).hasSize(1);
  }

  /** All points would have the same load, under their labels. */
  @ParameterizedTest
  @CsvSource({
    "site.ycsb.workloads.CoreWorkload, churn.operations",
    "site.ycsb.workloads.CoreWorkload, oltp.rangesize",
    "'site.ycsb.tls.workload.ConnectionChurnWorkload ', readproportion",
    "site.ycsb.tls.workload.OltpReadOnlyWorkload, updateproportion",
    "site.ycsb.tls.workload.OltpReadOnlyWorkload, fieldlength"
  })
  void refusesWhatTheWorkloadDoesNotRead(String workload, String property) {
    String words = property + ": the workload " + workload.trim() + " does not read it; ";
    refused(() -> swept(property + "=1,10", "workload", workload, "tls.cipher", TLS13))
        .hasMessageStartingWith("--vary " + words);
    refused(() -> parse("workload", workload, "variants.a." + property, "1"))
        .hasMessageStartingWith("variants.a." + words);
    // Of a file.
    assertThat(parse("workload", workload, property, "1", "tls.cipher", TLS13).base())
        .containsKey(property);
    String theirs = "org.example.Workload";
    assertThat(swept(property + "=1,10", "workload", theirs, "tls.cipher", TLS13).points())
        .hasSize(2);
  }

  /** The same: with uniform keys there is nothing hot. */
  @ParameterizedTest
  @CsvSource({"hotspotdatafraction, hotspot", "exponential.frac, exponential"})
  void refusesWhatHasNoEffectWithTheOtherProperties(String property, String distribution) {
    String words = property + " has no effect with requestdistribution=uniform; ";
    refused(() -> swept(property + "=0.1,1", "tls.cipher", TLS13))
        .hasMessageStartingWith("--vary " + words)
        .hasMessageEndingWith("or give requestdistribution=" + distribution);
    refused(() -> parse("variants.a." + property, "1"))
        .hasMessageStartingWith("variants.a." + words);
    String axis = property + "=0.1,1";
    assertThat(swept(axis, "tls.cipher", TLS13, "requestdistribution", distribution).points())
        .hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "maxscanlength, '10,100', scanproportion",
    "scanlengthdistribution, 'uniform,zipfian', scanproportion",
    "writeallfields, 'true,false', readmodifywriteproportion",
    "readallfields, 'true,false', readproportion",
    "requestdistribution, 'uniform,latest', readproportion"
  })
  void refusesWhatNoOperationUses(String property, String values, String share) {
    String axis = property + "=" + values;
    List<String> given =
        List.of("tls.cipher", TLS13, "readproportion", "0", "updateproportion", "0");
    String[] inserts = with(given, "insertproportion", "1");
    refused(() -> swept(axis, inserts))
        .hasMessageStartingWith("--vary " + property + " has no effect, as no operation uses it;");
    refused(() -> parse(with(List.of(inserts), "variants.a." + property, values.split(",", -1)[0])))
        .hasMessageStartingWith("variants.a." + property + " has no effect, as no");
    assertThat(swept(axis, with(List.of(inserts), share, "0.1")).points()).hasSize(2);
  }

  private static String[] with(List<String> given, String name, String value) {
    Map<String, String> all = new LinkedHashMap<>();
    for (int i = 0; i < given.size(); i += 2) {
      all.put(given.get(i), given.get(i + 1));
    }
    all.put(name, value);
    return all.entrySet().stream()
        .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
        .toArray(String[]::new);
  }

  /** As MongoDB's batch size, which has YCSB's name and one of the binding. */
  @Test
  void refusesTheNameThatIsNotReadBesideAnother() {
    Property<Integer> own = Property.of("db.batch", ValueType.integer(1), "1", "");
    Property<Integer> old = Property.of("batch", own.type(), "1", "").in(new ReplacedBy(own));
    List<Property<?>> binding = List.of(own, old);
    String[] both = {"tls.cipher", TLS13, "db.batch", "5"};

    refused(() -> swept("batch=1,10", both).requireUsed(binding))
        .hasMessage(
            "--vary batch has no effect beside db.batch, which is another name of it; leave one of the two out");
    refused(() -> parse(with(List.of(both), "variants.a.batch", "1")).requireUsed(binding))
        .hasMessageStartingWith("variants.a.batch has no effect beside db.batch, ");
    swept("batch=1,10", "tls.cipher", TLS13).requireUsed(binding);
    swept("db.batch=1,10", "tls.cipher", TLS13, "batch", "5").requireUsed(binding);
  }

  @Test
  void refusesTheLeastLengthOfFieldsOfOneLength() {
    String axis = "minfieldlength=1,50";
    refused(() -> swept(axis, "tls.cipher", TLS13))
        .hasMessageStartingWith(
            "--vary minfieldlength has no effect with fieldlengthdistribution=constant; ");
    assertThat(swept(axis, "tls.cipher", TLS13, "fieldlengthdistribution", "zipfian").points())
        .hasSize(2);
  }

  /** They read what the user has loaded, whatever the label of the point says. */
  @ParameterizedTest
  @ValueSource(strings = {"fieldlength", "fieldcount", "fieldnameprefix"})
  void refusesOtherRecordsForRunsThatOnlyReadThoseThatAreThere(String property) {
    Axis axis = Axis.parse(property + "=10,1000");
    Map<String, String> reads =
        Map.of("tls.cipher", TLS13, "readproportion", "1", "updateproportion", "0");
    Map<String, String> writes = Map.of("tls.cipher", TLS13, "updateproportion", "1");
    Map<String, String> churn = Map.of("tls.cipher", TLS13, "workload", RunOptions.CHURN_WORKLOAD);

    for (Map<String, String> given : List.of(reads, churn)) {
      refused(() -> onTheUsersRecords(given, axis))
          .hasMessageStartingWith("--vary " + property + " has no effect: the runs write nothing");
    }
    assertThat(onTheUsersRecords(writes, axis).points()).hasSize(2);
    assertThat(
            ComparisonPlan.parse(
                    "mongodb", reads, List.of(axis), "plain", true, Schedule.wholeRuns(1))
                .points())
        .hasSize(2);
  }

  /** Of a table of its own it may be known how long its fields are. */
  @Test
  void aVariantWithATableOfItsOwnMaySayWhatItsRecordsAre() {
    Map<String, String> reads =
        Map.of("readproportion", "1", "updateproportion", "0", "variants.a.fieldlength", "10");
    refused(() -> onTheUsersRecords(reads))
        .hasMessageStartingWith("variants.a.fieldlength has no effect: the runs write nothing");
    Map<String, String> other = new LinkedHashMap<>(reads);
    other.put("variants.a.table", "short");
    assertThat(onTheUsersRecords(other).variants()).hasSize(1);
  }

  private static ComparisonPlan onTheUsersRecords(Map<String, String> given, Axis... axes) {
    return ComparisonPlan.parse(
        "mongodb", given, List.of(axes), "plain", false, Schedule.wholeRuns(1));
  }

  @Test
  void aVariantsOwnWorkloadSaysWhatItReads() {
    String churn = "site.ycsb.tls.workload.ConnectionChurnWorkload";
    assertThat(parse("variants.a.workload", churn, "variants.a.churn.operations", "2").variants())
        .hasSize(1);
    refused(() -> swept("churn.operations=1,2", "variants.a.workload", churn))
        .hasMessageStartingWith("--vary churn.operations: the workload site.ycsb.workloads.Core");
  }

  /** Its own value would be used at all points, under their labels. */
  @Test
  void refusesAxesOverWhatAVariantSetsItself() {
    refused(() -> swept("threadcount=1,8", "tls.cipher", TLS13, "variants.a.threadcount", "2"))
        .hasMessage(
            "--vary threadcount: the variant a sets it itself, for all points; leave one of the two out");
    assertThat(swept("threadcount=1,8", "variants.a.fieldlength", "2").points()).hasSize(2);
  }

  /** The first would be dropped. */
  @ParameterizedTest
  @ValueSource(strings = {"tls.keysize=2048,4096", "threadcount=1,2"})
  void refusesTwoAxesOfOneProperty(String axis) {
    List<Axis> twice = List.of(Axis.parse(axis), Axis.parse(axis));
    refused(() -> parse(twice, "plain", Schedule.wholeRuns(1), "tls.cipher", TLS13))
        .hasMessage("given twice: " + twice.get(0).property());
  }

  /** Their tables would have one name, and there would be no report of what was measured. */
  @Test
  void refusesVariantsAndPointsThatDifferInSignsOnly() {
    refused(() -> parse("variants.jdk-17.fieldlength", "1", "variants.jdk_17.fieldlength", "2"))
        .hasMessageStartingWith(
            "jdk-17 and jdk_17: a report names its parts by letters and digits");
    refused(() -> swept("fieldlength=1.0,1_0", "tls.cipher", TLS13))
        .hasMessageStartingWith("fieldlength=1.0 and fieldlength=1_0: a report names");
  }

  /** Its code is warm after thousands of connections only. */
  @Test
  void knowsRunsThatOpenConnectionsWhereverTheirWorkloadIsNamed() {
    String churn = "site.ycsb.tls.workload.ConnectionChurnWorkload";
    String core = "site.ycsb.workloads.CoreWorkload";
    assertThat(parse("tls.cipher", TLS13, "workload", churn + " ").opensConnections()).isTrue();
    assertThat(parse("variants.a.workload", churn, "workload", core).opensConnections()).isTrue();
    assertThat(swept("workload=" + core + "," + churn, "tls.cipher", TLS13).opensConnections())
        .isTrue();
    assertThat(parse("tls.cipher", TLS13, "workload", core).opensConnections()).isFalse();
  }

  private static ComparisonPlan swept(String axis, String... namesAndValues) {
    return parse(List.of(Axis.parse(axis)), "plain", Schedule.wholeRuns(1), namesAndValues);
  }

  @Test
  void refusesAxesThatSayNothingOrTheSameTwice() {
    for (String wrong : List.of("threadcount", "=1", "threadcount=", "threadcount=1,,2", "a=1,1")) {
      refused(() -> Axis.parse(wrong));
    }
    refused(() -> parse("tls.cipher", TLS13 + ",tls_aes_256_gcm_sha384"));
  }

  private static ComparisonPlan parse(String... namesAndValues) {
    return parse(List.of(), "plain", Schedule.wholeRuns(1), namesAndValues);
  }

  private static ComparisonPlan parse(
      List<Axis> axes, String baseline, Schedule schedule, String... namesAndValues) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return ComparisonPlan.parse("mongodb", properties, axes, baseline, true, schedule);
  }
}

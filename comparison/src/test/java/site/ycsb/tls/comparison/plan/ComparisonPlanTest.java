package site.ycsb.tls.comparison.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.property.UsageException;
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

  @Test
  void whatDiffersBetweenVariantsIsInTheirNames() {
    assertThat(parse("tls.cipher", TLS12, "tls.resumption", "off,on").variants())
        .extracting(Variant::name)
        .containsExactly(TLS12 + " resumption=off", TLS12 + " resumption=on");
    assertThat(parse("tls.cipher", TLS12, "tls.group", "x25519,secp256r1").variants())
        .extracting(Variant::name)
        .containsExactly(TLS12 + " x25519", TLS12 + " secp256r1");
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
    assertThatThrownBy(() -> parse("internode.keysize", "2048"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("internode.cipher");
    assertThatThrownBy(() -> parse("internode.cipher", "TLS_AES_257_GCM_SHA384"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("internode.cipher=TLS_AES_257_GCM_SHA384");
    assertThatThrownBy(() -> parse("internode.cipher", TLS13, "internode.group", "x25519"))
        .isInstanceOf(UsageException.class)
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
    assertThatThrownBy(() -> parse("tls.cipher", TLS13, "tls.protocol", "TLSv1.2"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(TLS13);
    assertThatThrownBy(() -> parse("tls.cipher", TLS13 + ",TLS_AES_257_GCM_SHA384"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("TLS_AES_257_GCM_SHA384");
    assertThatThrownBy(() -> parse("tls.keysize", "2048"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.cipher");
    assertThatThrownBy(() -> parse("tls.cipher", TLS13, "tls.keysise", "2048"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tls.keysize");
  }

  @Test
  void namedVariantsAreSetsOfProperties() {
    ComparisonPlan plan =
        parse(
            "mongodb.url",
            "mongodb://a/",
            "variants.at-rest.mongodb.url",
            "mongodb://b/",
            "variants.both.mongodb.url",
            "mongodb://b/",
            "variants.both.tls.cipher",
            TLS13,
            "tls.ca",
            "ca.pem");
    assertThat(plan.variants()).extracting(Variant::name).containsExactly("at-rest", "both");
    assertThat(plan.variants().get(0).properties()).containsOnlyKeys("mongodb.url");
    assertThat(plan.variants().get(1).properties())
        .containsOnlyKeys("mongodb.url", "tls.cipher", "tls.ca");
  }

  @Test
  void anotherBaselineReplacesPlain() {
    ComparisonPlan plan =
        ComparisonPlan.parse(
            "dynamodb",
            properties("tls.cipher", TLS13 + "," + TLS12),
            List.of(),
            TLS12,
            true,
            Schedule.wholeRuns(1));
    assertThat(plan.columns()).extracting(Variant::name).containsExactly(TLS12, TLS13);
    assertThatThrownBy(
            () ->
                ComparisonPlan.parse(
                    "dynamodb",
                    properties("tls.cipher", TLS13),
                    List.of(),
                    "none",
                    true,
                    Schedule.wholeRuns(1)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(TLS13);
  }

  @Test
  void axesMultiplyAndAnAxisOverTlsMakesVariants() {
    ComparisonPlan plan =
        ComparisonPlan.parse(
            "mongodb",
            properties("tls.cipher", TLS13),
            List.of(
                Axis.parse("threadcount=1,2"),
                Axis.parse("tls.keysize=2048,4096"),
                Axis.parse("fieldlength=100,1000")),
            "plain",
            true,
            Schedule.wholeRuns(1));
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
    for (String wrong : List.of("0%", "101%", "x%", "%")) {
      assertThatThrownBy(() -> parse("tls.cipher", TLS13, "target", wrong))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(wrong);
    }
  }

  @Test
  void nothingToCompareIsRefusedUnlessTheNoiseFloorIsAskedFor() {
    assertThatThrownBy(() -> parse("recordcount", "10")).isInstanceOf(UsageException.class);
    ComparisonPlan plan =
        ComparisonPlan.parse(
            "mongodb",
            Map.of(),
            List.of(),
            "plain",
            true,
            Schedule.wholeRuns(1).withCalibrate(true));
    assertThat(plan.columns()).extracting(Variant::name).containsExactly("plain", "plain (again)");
  }

  @Test
  void refusesAxesThatSayNothingOrTheSameTwice() {
    for (String wrong : List.of("threadcount", "=1", "threadcount=", "threadcount=1,,2", "a=1,1")) {
      assertThatThrownBy(() -> Axis.parse(wrong)).isInstanceOf(UsageException.class);
    }
    assertThatThrownBy(() -> parse("tls.cipher", TLS13 + ",tls_aes_256_gcm_sha384"))
        .isInstanceOf(UsageException.class);
  }

  private static ComparisonPlan parse(String... namesAndValues) {
    return ComparisonPlan.parse(
        "mongodb", properties(namesAndValues), List.of(), "plain", true, Schedule.wholeRuns(1));
  }

  private static Map<String, String> properties(String... namesAndValues) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }
}

package site.ycsb.tls.history;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.run.ReportProperties;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.Variant;

/**
 * What a comparison asks of a variant: how the operations of which load become dearer by which TLS,
 * on which server. The server's version, settings and addresses do not belong to it, as they may be
 * what is watched from comparison to comparison. What this program does not declare does, as it may
 * shape the load: a binding, a client and a workload of others have properties of their own.
 */
final class Question {
  /** They name a process of the server, which each of its starts has anew. */
  static final List<String> PROCESSES =
      List.of(RunProperties.SERVER_PID.name(), RunProperties.SERVER_CPU.name());

  /** Those of the run, and of TLS, that shape the load. */
  private static final Set<String> LOAD =
      Stream.of(
              Property.names(TlsProperties.ALL, TlsProperties.Kind.PLAIN_TOO),
              Property.names(
                  List.of(
                      RunProperties.WORKLOAD,
                      RunProperties.RECORDCOUNT,
                      RunProperties.THREADCOUNT,
                      RunProperties.TARGET,
                      RunProperties.FLEET_AGENTS)))
          .flatMap(Collection::stream)
          .collect(Collectors.toUnmodifiableSet());

  /** How it is measured and reported. */
  private static final Set<String> NOT_LOAD =
      Stream.of(RunProperties.ALL, ReportProperties.ALL)
          .flatMap(properties -> Property.names(properties).stream())
          .collect(Collectors.toUnmodifiableSet());

  /**
   * How the names end, of bindings and of clients of others, that say where the server is, who asks
   * it, and whether a table is made that is missing.
   */
  private static final Pattern OF_SERVER =
      Pattern.compile(
          "(?i)(?:.*\\.)?(?:ur[il]|hosts?|port|servers?|address(?:es)?|endpoint|region|c?user(?:name)?|createtable)");

  /** What the names begin with that a variant has for its TLS: to the server, and between nodes. */
  private static final List<String> TLS = List.of("tls.", "internode.");

  /** Where certificates and keys lie: that they are given is asked, the place is not. */
  private static final List<String> FILES =
      Property.names(
          List.of(
              TlsProperties.CA,
              TlsProperties.TRUSTSTORE,
              TlsProperties.TRUSTSTORE_PASSWORD,
              TlsProperties.CERT,
              TlsProperties.KEY,
              TlsProperties.KEY_PASSWORD,
              TlsProperties.KEYSTORE,
              TlsProperties.KEYSTORE_PASSWORD));

  private Question() {}

  /**
   * What is asked of the variant and of the baseline, by names of properties; at which points of a
   * sweep is not in it.
   *
   * @param variant one of the comparison's: its TLS and its client's Java are asked, too
   */
  static Map<String, String> of(ComparisonResult result, Variant variant) {
    ComparisonPlan plan = result.plan();
    Map<String, String> asked = new TreeMap<>();
    plan.base().forEach((name, value) -> putLoad("", name, value, asked));
    plan.axes().forEach(axis -> asked.remove(axis.property()));
    asked.put("binding", plan.binding());
    asked.put("baseline", plan.baseline().name());
    result.product().ifPresent(product -> asked.put("server", product));
    if (plan.capacityShare() > 0) {
      asked.put(RunProperties.TARGET.name(), Figures.share(plan.capacityShare()));
    }
    putOwn("", variant, asked);
    putOwn(plan.baseline().name() + " ", plan.baseline(), asked);
    return asked;
  }

  /** The names of what two ask otherwise. */
  static SortedSet<String> differing(Map<String, String> one, Map<String, String> other) {
    SortedSet<String> names = new TreeSet<>(one.keySet());
    names.addAll(other.keySet());
    names.removeIf(name -> Objects.equals(one.get(name), other.get(name)));
    return names;
  }

  /** What is asked under a name, without credentials: {@code NAME=VALUE} or {@code no NAME}. */
  static String inWords(Map<String, String> asked, String name) {
    return asked.containsKey(name)
        ? name + "=" + Secrets.named(List.of()).mask(name, asked.get(name))
        : "no " + name;
  }

  private static void putOwn(String before, Variant variant, Map<String, String> asked) {
    variant
        .properties()
        .forEach(
            (name, value) -> {
              if (FILES.contains(name)) {
                asked.put(before + name, "given");
              } else if (TLS.stream().anyMatch(name::startsWith)
                  || name.equals(RunProperties.CLIENT_JAVA.name())) {
                asked.put(before + name, value);
              } else {
                putLoad(before, name, value, asked);
              }
            });
  }

  /** Of the server's URL its options, which are settings of the driver. */
  private static void putLoad(String before, String name, String value, Map<String, String> asked) {
    if (OF_SERVER.matcher(name).matches()) {
      if (value.contains("?")) {
        asked.put(before + name + " options", value.substring(value.indexOf('?') + 1));
      }
    } else if (isLoad(name) && !value.equals(Secrets.MASK)) {
      asked.put(before + name, value);
    }
  }

  private static boolean isLoad(String name) {
    return LOAD.contains(name)
        || (!NOT_LOAD.contains(name)
            && !name.startsWith(TestServer.PREFIX)
            && TLS.stream().noneMatch(name::startsWith));
  }
}

package site.ycsb.tls.comparison.plan;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.file.Home;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.run.PropertyFiles;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.session.GroupLeftOpen;
import site.ycsb.tls.session.PinnableSuites;

/**
 * What {@code bin/ycsb compare BINDING} compares where the command does not say it: workload C, the
 * suite that client and server use when nobody chooses, and the default pin of the group. It is
 * printed.
 */
public final class DefaultChoices {
  private static final String WORKLOAD = "workloads/workloadc";

  private DefaultChoices() {}

  /**
   * The properties, with those that are missing.
   *
   * @param namesWorkload whether the properties say what is done
   * @param axes of a sweep
   * @param calibrates whether plain itself is compared
   * @param err gets a line for each choice
   * @throws IOException when the user's server cannot be asked which suite it uses
   */
  public static Map<String, String> complete(
      Map<String, String> given,
      boolean namesWorkload,
      Binding binding,
      List<Axis> axes,
      boolean calibrates,
      PrintWriter err)
      throws IOException {
    Map<String, String> all = new TreeMap<>();
    if (!namesWorkload) {
      PropertyFiles.read(Home.path().resolve(WORKLOAD), all);
      err.println("No workload given; using " + WORKLOAD + ", reads only.");
    }
    all.putAll(given);
    Stream<String> names =
        Stream.concat(given.keySet().stream(), axes.stream().map(Axis::property));
    if (!calibrates && !binding.isForeign() && names.noneMatch(Variants::makesVariants)) {
      CipherSuite suite = PinnableSuites.negotiated(all, binding);
      all.put(TlsProperties.CIPHER.name(), suite.name());
      err.printf(
          "No suite given; using %s, which client and server negotiate by themselves.%n",
          suite.name());
    }
    err.flush();
    return all;
  }

  /**
   * What is pinned as the group where nobody chose one, and what client and server would have
   * chosen by themselves, in a sentence or two. The user's server is asked with one handshake.
   *
   * @param given all properties, which may name a server
   * @return empty when each variant's group was chosen, or none of their suites has one
   */
  public static Optional<String> group(
      ComparisonPlan plan, Map<String, String> given, Binding binding) {
    String name = TlsProperties.GROUP.name();
    if (plan.axes().stream().anyMatch(axis -> axis.property().equals(name))) {
      return Optional.empty();
    }
    return plan.columns().stream()
        .filter(variant -> !variant.properties().containsKey(name))
        .filter(variant -> variant.tls().flatMap(tls -> tls.pin().group()).isPresent())
        .findFirst()
        .map(variant -> group(plan, given, binding, variant));
  }

  private static String group(
      ComparisonPlan plan, Map<String, String> given, Binding binding, Variant variant) {
    TlsPin pin = variant.tls().orElseThrow().pin();
    String pinned = "No group given: %s is pinned".formatted(pin.group().orElseThrow());
    // This JVM cannot say what another one would send.
    if (plan.propertiesOfRuns()
        .anyMatch(
            run ->
                run.containsKey(RunProperties.CLIENT_JAVA.name())
                    || !AlsoWithTls.jvmArguments(run).isEmpty())) {
      return "%s (-p %s=any leaves the choice to client and server)."
          .formatted(pinned, TlsProperties.GROUP);
    }
    GroupLeftOpen open =
        GroupLeftOpen.of(
            pin,
            TypedProperties.merged(given, plan.points().get(0).values(), variant.properties()),
            binding);
    return open.isJust(pin.group().get().toString())
        ? pinned + ", which client and server also negotiate by themselves."
        : "%s. Left open (-p %s=any), %s.".formatted(pinned, TlsProperties.GROUP, open.inWords());
  }
}

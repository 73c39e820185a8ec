package site.ycsb.tls.comparison.plan;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.file.Home;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.property.run.PropertyFiles;
import site.ycsb.tls.session.PinnableSuites;

/**
 * What {@code bin/ycsb compare BINDING} compares where the command does not say it: workload C, and
 * the suite that client and server use when nobody chooses. It is printed.
 */
public final class Unchosen {
  private static final String WORKLOAD = "workloads/workloadc";

  private Unchosen() {}

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
      err.println("No workload is given: " + WORKLOAD + ", reads only.");
    }
    all.putAll(given);
    Stream<String> names =
        Stream.concat(given.keySet().stream(), axes.stream().map(Axis::property));
    if (!calibrates && !binding.isForeign() && names.noneMatch(Variants::makesVariants)) {
      CipherSuite suite = PinnableSuites.unchosen(all, binding);
      all.put(TlsProperties.CIPHER.name(), suite.name());
      err.printf(
          "No suite is given: %s, which client and server use when nobody chooses.%n",
          suite.name());
    }
    err.flush();
    return all;
  }
}

package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Variants;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.servers.ServerCpuCheck;
import site.ycsb.tls.servers.ServerRestart;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.session.AllowedErrors;
import site.ycsb.tls.session.PropertyNames;
import site.ycsb.tls.session.WithTlsOnly;

/**
 * All that a comparison needs to begin: its plan, its database, its directory.
 *
 * @param binding drives the database
 * @param given all properties, which may name a server
 * @param turns what is run, as it fits this machine
 * @param path directory of the comparison; what it has already is not measured again
 * @param maySleep whether this machine's idle processors may sleep
 * @param restart starts the user's server again
 * @param launchers what makes the runs
 * @param command the command line to repeat it, credentials masked
 * @param sequel what is done on the same servers afterwards
 */
public record ComparisonSetup(
    Binding binding,
    Map<String, String> given,
    Turns turns,
    Path path,
    boolean maySleep,
    Optional<ServerRestart> restart,
    Launchers launchers,
    String command,
    Optional<Sequel> sequel) {

  private static final Set<String> SERVERS_CPU =
      Set.of(RunProperties.SERVER_PID.name(), RunProperties.SERVER_CPU.name());

  /** Gives what makes the runs. */
  @FunctionalInterface
  public interface Launchers {
    /**
     * Opens it, when the servers are ready.
     *
     * @param secrets which properties must not be on command lines
     * @throws IOException when it cannot be had; agents may not join
     */
    RunLauncher open(Secrets secrets) throws IOException, InterruptedException;

    /**
     * Refuses what the runs cannot pin, and buffers that their sockets cannot have, where they are
     * made, before a server is started for them.
     *
     * @throws UsageException with what there is
     */
    default void require(ComparisonPlan plan) throws IOException, InterruptedException {
      // Agents refuse it themselves.
    }
  }

  /**
   * What explains a comparison when it is complete, on its servers and in its directory. Whatever
   * comes of it, the comparison is what it was.
   */
  public interface Sequel {
    /** Whether nothing of it is left to do in the directory of the comparison. */
    boolean isComplete(Path directory);

    /**
     * Does what is left; its failures are warnings.
     *
     * @param first the comparison
     */
    void run(OpenComparison first) throws ComparisonException, IOException, InterruptedException;
  }

  /**
   * Opens the directory and, if something is left to measure, starts the servers.
   *
   * @param err gets messages, one line each
   * @throws UsageException when a property is unknown or has a value that no run takes
   * @throws IOException when the directory is another comparison's, or a server does not start
   */
  public OpenComparison open(PrintWriter err, ComparisonProgress progress)
      throws IOException, InterruptedException {
    requireProperties();
    return OpenComparison.of(this, err, progress);
  }

  ComparisonPlan plan() {
    return turns.plan();
  }

  Secrets secrets() {
    return Secrets.of(
        binding.properties(),
        new TypedProperties(given).get(RunProperties.RESULTS_MASKED, List.of()));
  }

  private void requireProperties() {
    requireNames(PropertyNames.of(binding));
    List<Map<String, String>> runs = plan().propertiesOfRuns().toList();
    runs.forEach(PropertyNames::requireValues);
    runs.forEach(ofRun -> AllowedErrors.require(binding, ofRun, Phase.TRANSACTIONS));
    if (plan().loadsData()) {
      runs.forEach(this::requireOfLoad);
    } else {
      runs.forEach(ComparisonSetup::refuseInserts);
    }
    for (Variant variant : plan().columns()) {
      Servers.refuseSettingsWithoutEffect(
          binding,
          TypedProperties.merged(given, variant.properties()),
          variant.properties().keySet());
    }
    Servers.refuseTrustOfNobody(binding, given, runs);
    plan().axes().forEach(axis -> axis.requireShowable(secrets()));
    plan().axes().forEach(this::requireOneServer);
    runs.forEach(ofRun -> Servers.requireBindingsValues(binding, ofRun));
    runs.forEach(RunOptions::requireNoClearing);
    // Where the server listens is asked as the first runs ask it: alone, the base may be none.
    Point first = plan().points().get(0);
    for (Variant variant : plan().columns()) {
      ServerCpuCheck.require(
          binding,
          TypedProperties.merged(
              given,
              first.values(),
              variant.properties(),
              // Of what is given, plain would have it too.
              AlsoWithTls.of(plan().properties(first, variant))));
    }
  }

  private void requireNames(PropertyNames names) {
    names.require(plan().properties());
    for (Point point : plan().points()) {
      for (Variant variant : plan().columns()) {
        Map<String, String> ofRun = plan().properties(point, variant);
        names.requireDeclared(point.values().keySet(), "--vary ", ofRun);
        names.requireDeclared(
            variant.properties().keySet(), Variants.PREFIX + variant.name() + ".", ofRun);
        WithTlsOnly.refuseLoad(ofRun);
      }
    }
    plan().requireUsed(binding.properties());
  }

  /**
   * New records have the same numbers in each run, and the same table: some servers refuse those of
   * all runs but the first, and others replace records, which is another operation.
   */
  private static void refuseInserts(Map<String, String> ofRun) {
    TypedProperties run = new TypedProperties(ofRun);
    boolean inserts =
        run.get(RunProperties.WORKLOAD, RunOptions.CORE_WORKLOAD).equals(RunOptions.CORE_WORKLOAD)
            && run.get(WorkloadProperties.INSERTPROPORTION) > 0;
    if (inserts) {
      throw new UsageException(
          "%s=%s: all runs would insert the same records into the same table, where only those of the first are new; add --load, which loads a table anew before they are inserted, or leave inserts out"
              .formatted(
                  WorkloadProperties.INSERTPROPORTION,
                  run.text(WorkloadProperties.INSERTPROPORTION).orElse("")));
    }
  }

  /** A load may not go on after errors, whatever the runs may. */
  private void requireOfLoad(Map<String, String> ofRun) {
    Map<String, String> ofLoad = new LinkedHashMap<>(ofRun);
    ofLoad.keySet().removeAll(Servers.NOT_FOR_LOADING);
    AllowedErrors.require(binding, ofLoad, Phase.LOAD);
  }

  /**
   * Data are loaded into one server, and its CPU time is read: that of the base, or a test server
   * if the base names none.
   */
  private void requireOneServer(Axis axis) {
    if (Property.names(binding.properties(), Scope.SERVER).contains(axis.property())
        || SERVERS_CPU.contains(axis.property())) {
      throw axis.isOfServer();
    }
    boolean ours = Servers.areOurs(binding, given);
    for (String value : axis.values()) {
      Map<String, String> ofPoint = new LinkedHashMap<>(given);
      ofPoint.put(axis.property(), value);
      if (ours != Servers.areOurs(binding, ofPoint)
          || (namesServer(axis.property(), value) && !isWhereItWas(ofPoint))) {
        throw axis.isOfServer();
      }
    }
  }

  /** Not if the binding takes the server for named whatever is given. */
  private boolean namesServer(String property, String value) {
    return binding.namesServer(Map.of(property, value)) && !binding.namesServer(Map.of());
  }

  /**
   * Whether the point has the server of the base, such as with further options of its URL. With
   * data to load that is not enough: the URL may name another database, which is not loaded. Nor is
   * it known of names that the DNS resolves.
   */
  private boolean isWhereItWas(Map<String, String> ofPoint) {
    if (plan().loadsData() || !binding.namesServer(given)) {
      return false;
    }
    List<InetSocketAddress> named = binding.tlsServers(given);
    return !named.isEmpty() && named.equals(binding.tlsServers(ofPoint));
  }
}

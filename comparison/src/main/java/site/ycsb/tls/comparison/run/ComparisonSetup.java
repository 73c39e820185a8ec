package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.ServerCpuCheck;
import site.ycsb.tls.servers.ServerRestart;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.session.PropertyNames;

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

  /** Without a sequel. */
  public ComparisonSetup(
      Binding binding,
      Map<String, String> given,
      Turns turns,
      Path path,
      boolean maySleep,
      Optional<ServerRestart> restart,
      Launchers launchers,
      String command) {
    this(binding, given, turns, path, maySleep, restart, launchers, command, Optional.empty());
  }

  /** The same with a sequel. */
  public ComparisonSetup followedBy(Sequel after) {
    return new ComparisonSetup(
        binding, given, turns, path, maySleep, restart, launchers, command, Optional.of(after));
  }

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
  }

  /**
   * What is done on the servers of a comparison when it is complete, in its directory. Whatever
   * comes of it, the comparison is what it was.
   */
  public interface Sequel {
    /** What it makes, in a word for messages. */
    String name();

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
    return Secrets.of(binding.properties());
  }

  private void requireProperties() {
    PropertyNames.of(binding).require(plan().properties());
    for (Point point : plan().points()) {
      for (Variant variant : plan().columns()) {
        Map<String, String> ofRun = new LinkedHashMap<>(plan().base());
        ofRun.putAll(point.values());
        ofRun.putAll(variant.properties());
        PropertyNames.requireValues(ofRun);
      }
    }
    ServerCpuCheck.require(binding, given);
  }
}

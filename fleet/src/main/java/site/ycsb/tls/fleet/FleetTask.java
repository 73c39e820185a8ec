package site.ycsb.tls.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;

/**
 * A run that all agents make together.
 *
 * @param number of the run, from 1
 * @param request whose threads, operations, target and records are totals
 * @param options of the request
 * @param secrets which properties must not be seen
 * @param command for the result
 */
record FleetTask(
    int number, RunRequest request, RunOptions options, Secrets secrets, String command) {
  /** For the first agent only: once is enough, and twice would be wrong. */
  private static final Set<String> FOR_THE_FIRST = RunProperties.in(Scope.FIRST_AGENT);

  FleetTask(int number, RunRequest request, Secrets secrets, String command) {
    this(
        number, request, RunOptions.parse(request.properties(), request.phase()), secrets, command);
  }

  /** Makes the directory for its results, without those of an earlier attempt. */
  void clearDirectory() throws IOException {
    Files.createDirectories(request.directory());
    RunResultFile.remove(request.directory());
  }

  /** The folder of an agent's files. */
  Path folder(Member agent) {
    return request.directory().resolve("agent-" + agent.number());
  }

  /**
   * The order to an agent to fork its share.
   *
   * @param agents how many make the run
   * @param turns see {@link Message.Fork#turns}
   */
  Message.Fork fork(Member agent, int agents, Fleet.SideBySideRuns turns) {
    Map<String, String> own = new LinkedHashMap<>(request.properties());
    own.keySet().removeIf(AgentRun::isNotForAgents);
    if (agent.number() > 1) {
      own.keySet().removeAll(FOR_THE_FIRST);
    }
    own.put(RunProperties.SEED.name(), Long.toString(options.seed()));
    own.put(RunProperties.FLEET_MEMBER.name(), agent.number() + "/" + agents);
    return new Message.Fork(number, request.phase(), request.binding(), own, turns);
  }
}

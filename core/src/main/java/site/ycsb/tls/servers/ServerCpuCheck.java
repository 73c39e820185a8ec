package site.ycsb.tls.servers;

import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.measurement.process.Host;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;

/** Whether the processes whose CPU time shall count as the server's are the server. */
public final class ServerCpuCheck {
  private ServerCpuCheck() {}

  /**
   * Refuses processes of this machine that do not serve, where it is known which one does, or that
   * are not all of the named servers here, and those that started this program: what a part of the
   * servers, other processes, or the load generators use would be given as the server's.
   *
   * @param properties as the user gave them: the addresses of the server itself
   * @throws UsageException with the process that listens at the server's port, or when one of these
   *     listens there for the server, when a process started this program, or when a test server
   *     would be started, whose processes are known
   */
  public static void require(Binding binding, Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    values
        .given(RunProperties.SERVER_CPU)
        .map(cpu -> ServerProcesses.parse(cpu, Optional.empty()).localPids())
        .ifPresent(pids -> require(binding, properties, RunProperties.SERVER_CPU, pids));
    values
        .given(RunProperties.SERVER_PID)
        .ifPresent(pids -> require(binding, properties, RunProperties.SERVER_PID, pids));
  }

  private static void require(
      Binding binding, Map<String, String> properties, Property<?> property, List<Long> pids) {
    String given = property + "=" + new TypedProperties(properties).text(property).orElseThrow();
    if (Servers.areOurs(binding, properties)) {
      throw new UsageException(
          given
              + ": no server is named, so a test server would be started, whose processes are known;"
              + " leave it out, or name your server");
    }
    // Descendants count, and load generators are this process's.
    ownAndAncestors()
        .filter(pids::contains)
        .findFirst()
        .ifPresent(
            above -> {
              throw new UsageException(
                  "%s: process %d has started this program, or is it, so that the load generators' CPU time would count as the server's; name the server's own process"
                      .formatted(given, above));
            });
    // Where only variants name servers, there is none for all.
    if (pids.isEmpty()
        || !binding.namesServer(properties)
        || pids.stream().anyMatch(ListeningProcess::hasItsOwnNetwork)) {
      return;
    }
    for (InetSocketAddress server : binding.tlsServers(properties)) {
      requireServer(given, pids, Host.ownAddresses(server).toList());
    }
  }

  /** Refuses them if another process serves at these addresses, which are those of one server. */
  private static void requireServer(String given, List<Long> pids, List<InetSocketAddress> here) {
    Map<InetSocketAddress, ListeningProcess> servers = new LinkedHashMap<>();
    here.forEach(address -> ListeningProcess.at(address).ifPresent(p -> servers.put(address, p)));
    servers.forEach(
        (address, process) -> {
          if (process.passesOn() && pids.contains(process.pid())) {
            throw new UsageException(
                given + ": " + ServerCpuHint.onlyPassesOn(process, address.getPort()));
          }
        });
    if (here.stream().anyMatch(address -> ListeningProcess.isAmong(pids, address))) {
      return;
    }
    servers.forEach(
        (address, process) -> {
          // Which server it passes bytes on to is not known.
          if (!process.passesOn()) {
            throw new UsageException(
                "%s: process %s listens at port %d of this machine, and is neither among these nor started by one of them; set server.cpu=%s, or name it together with those that work for it"
                    .formatted(given, process, address.getPort(), process.toName()));
          }
        });
  }

  private static Stream<Long> ownAndAncestors() {
    return Stream.iterate(
            Optional.of(ProcessHandle.current()),
            Optional::isPresent,
            process -> process.flatMap(ProcessHandle::parent))
        .map(process -> process.orElseThrow().pid());
  }
}

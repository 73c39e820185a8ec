package site.ycsb.tls.servers;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;

/** Whether the processes whose CPU time shall count as the server's are the server. */
public final class ServerCpuCheck {
  private ServerCpuCheck() {}

  /**
   * Refuses processes of this machine that do not serve, where it is known which one does: what
   * another process uses meanwhile would be given as the server's.
   *
   * @param properties as the user gave them: the addresses of the server itself
   * @throws UsageException with the process that listens at the server's port
   */
  public static void require(Binding binding, Map<String, String> properties) {
    Optional<String> given = new TypedProperties(properties).given(RunProperties.SERVER_CPU);
    List<Long> pids =
        given
            .map(cpu -> ServerProcesses.parse(cpu, Optional.empty()).localPids())
            .orElse(List.of());
    if (pids.isEmpty()) {
      return;
    }
    List<Integer> ports = ListeningProcess.portsHere(binding, properties);
    if (ports.stream().anyMatch(port -> ListeningProcess.isAmong(pids, port))) {
      return;
    }
    for (int port : ports) {
      Optional<ListeningProcess> server = ListeningProcess.at(port);
      if (server.isPresent()) {
        throw new UsageException(
            "server.cpu=%s: process %s listens at port %d of this machine, and is neither among these nor started by one of them; set server.cpu=pid:%d, or name it together with those that work for it"
                .formatted(given.orElseThrow(), server.get(), port, server.get().pid()));
      }
    }
  }
}

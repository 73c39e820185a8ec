package site.ycsb.tls.servers;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;

/**
 * What to add to a command whose server's CPU time was not measured. On this machine the process is
 * found by the address that it listens at.
 */
public final class ServerCpuHint {
  /** YCSB's client that does nothing. */
  private static final String WITHOUT_SERVER = "site.ycsb.BasicDB";

  private ServerCpuHint() {}

  /** One line; empty when the properties say whose CPU it is, or name no server. */
  public static Optional<String> of(Binding binding, Map<String, String> properties) {
    String elsewhere =
        "add -p server.cpu=pid:N if it is on this machine, or server.cpu=ssh:USER@HOST:NAME or agent:HOST:PORT";
    return isUnknown(binding, properties)
        ? Optional.of(inWords(here(binding, properties).orElse(elsewhere)))
        : Optional.empty();
  }

  /** The same; empty where the server is not on this machine, too. */
  public static Optional<String> ofThisMachine(Binding binding, Map<String, String> properties) {
    return isUnknown(binding, properties)
        ? here(binding, properties).map(ServerCpuHint::inWords)
        : Optional.empty();
  }

  private static boolean isUnknown(Binding binding, Map<String, String> properties) {
    return !properties.containsKey(RunProperties.SERVER_CPU.name())
        && !properties.containsKey(RunProperties.SERVER_PID.name())
        && !binding.name().equals(WITHOUT_SERVER)
        && !Servers.areOurs(binding, properties);
  }

  private static String inWords(String whatToAdd) {
    return "The server's CPU time was not measured: " + whatToAdd;
  }

  /** What to add for a server of this machine. */
  private static Optional<String> here(Binding binding, Map<String, String> properties) {
    try {
      List<InetSocketAddress> here = ListeningProcess.serversHere(binding, properties);
      return here.stream()
          .flatMap(server -> ListeningProcess.at(server).map(p -> whatToAdd(server, p)).stream())
          .findFirst()
          .or(() -> here.stream().findFirst().map(ServerCpuHint::whatToFind));
    } catch (UsageException e) {
      return Optional.empty();
    }
  }

  private static String whatToAdd(InetSocketAddress server, ListeningProcess process) {
    return process.passesOn()
        ? onlyPassesOn(process, server.getPort())
        : "process %s listens at port %d of this machine; add -p server.cpu=%s"
            .formatted(process, server.getPort(), process.toName());
  }

  private static String whatToFind(InetSocketAddress server) {
    return "add -p server.cpu=pid:N with the number of the process that listens at port %d of this machine ('ss -ltnp' shows it to root)"
        .formatted(server.getPort());
  }

  /** Of a process that is not the server: what to give instead. */
  static String onlyPassesOn(ListeningProcess process, int port) {
    return "process %s listens at port %d of this machine, but only forwards to the server; give the server's process: -p server.cpu=pid:N ('docker inspect -f {{.State.Pid}} NAME' tells a container's number), or server.cpu=ssh:USER@HOST:NAME if it is on another machine"
        .formatted(process, port);
  }
}

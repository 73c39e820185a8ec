package site.ycsb.tls.testbed.cassandra;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.config.EncryptionOptions.TlsEncryptionPolicy;
import org.apache.cassandra.metrics.ClientMetrics;
import org.apache.cassandra.service.NativeTransportService;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.transport.PipelineConfigurator;
import org.apache.cassandra.transport.Server;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.WitnessCounter;

/**
 * The ports of this node for clients, each with exactly one TLS or none, all in one process: so a
 * comparison of two of them compares nothing but their TLS. Cassandra's own start has one port, or
 * one without TLS and one with it; these ports are made of the same parts. Thread-safe.
 */
record ClientPorts(Map<String, Port> ports) implements AutoCloseable {
  /**
   * Opens the ports, and tells the other nodes that this one serves clients.
   *
   * @param numbers the listeners' ports
   * @throws IOException when a certificate cannot be read
   * @throws IllegalStateException when a port cannot be opened
   */
  static ClientPorts open(List<ListenerSpec> listeners, List<Integer> numbers) throws IOException {
    Map<String, Port> ports = new LinkedHashMap<>();
    InetAddress host = DatabaseDescriptor.getRpcAddress();
    for (ListenerSpec listener : listeners) {
      ports.put(
          listener.name(),
          Port.of(listener, new InetSocketAddress(host, numbers.get(ports.size()))));
    }
    // Otherwise the node's table of its clients would be empty.
    ClientMetrics.instance.init(ports.values().stream().map(Port::server).toList());
    ports.values().forEach(port -> port.server.start());
    StorageService.instance.setRpcReady(true);
    return new ClientPorts(ports);
  }

  /** By name. */
  Map<String, InetSocketAddress> addresses() {
    Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
    String host = DatabaseDescriptor.getRpcAddress().getHostAddress();
    ports.forEach(
        (name, port) ->
            addresses.put(
                name, InetSocketAddress.createUnresolved(host, port.server.socket.getPort())));
    return addresses;
  }

  /** By name. */
  Map<String, ListenerWitness> witness() {
    Map<String, ListenerWitness> witness = new LinkedHashMap<>();
    ports.forEach((name, port) -> witness.put(name, port.witness.witness()));
    return witness;
  }

  boolean areOpen() {
    return ports.values().stream().allMatch(port -> port.server.isRunning());
  }

  @Override
  public void close() {
    ports.values().forEach(port -> port.server.stop());
  }

  private record Port(Server server, WitnessCounter witness) {
    static Port of(ListenerSpec listener, InetSocketAddress address) throws IOException {
      WitnessCounter witness = new WitnessCounter();
      Optional<SslContext> tls =
          listener.context().map(pinned -> new PinnedSslContext(pinned, witness));
      Server server =
          new Server.Builder()
              .withHost(address.getAddress())
              .withPort(address.getPort())
              .withPipelineConfigurator(new Connections(tls, witness))
              .build();
      return new Port(server, witness);
    }
  }

  /** How Cassandra makes the connections of a port, but with the port's own TLS. */
  private static final class Connections extends PipelineConfigurator {
    /** Cassandra's name for the handler; its table of clients looks there. */
    private static final String TLS_HANDLER = "ssl";

    private final Optional<SslContext> tls;
    private final WitnessCounter witness;

    Connections(Optional<SslContext> tls, WitnessCounter witness) {
      super(
          NativeTransportService.useEpoll(),
          DatabaseDescriptor.getRpcKeepAlive(),
          DatabaseDescriptor.useNativeTransportLegacyFlusher(),
          TlsEncryptionPolicy.UNENCRYPTED);
      this.tls = tls;
      this.witness = witness;
    }

    @Override
    protected void onInitialPipelineReady(ChannelPipeline pipeline) {
      if (tls.isPresent()) {
        pipeline.addFirst(TLS_HANDLER, tls.get().newHandler(pipeline.channel().alloc()));
      } else {
        witness.connected();
      }
    }
  }
}

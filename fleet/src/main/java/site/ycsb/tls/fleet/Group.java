package site.ycsb.tls.fleet;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.stack.IpAddress;
import org.jgroups.stack.Protocol;
import org.jgroups.util.DefaultSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.tls.binding.Causes;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.channel.MemberServerSocket;
import site.ycsb.tls.property.HostPort;

/** Membership of a JGroups cluster. Thread-safe. */
record Group(JChannel channel, Consumer<FleetEvent> listener) implements AutoCloseable {
  /** Agents listen on the first free port above the coordinator's, within this range. */
  static final int PORT_RANGE = 1000;

  private static final String CLUSTER = "ycsb-tls";

  /**
   * A member that is silent for this long is suspected, ms; checked each interval. A run is watched
   * more closely, by pings; this is for the time between runs, and for busy machines.
   */
  private static final long SUSPICION_MILLIS = 8_000;

  private static final long HEARTBEAT_MILLIS = 2_000;

  /** The time for a suspect, or a member whose connection was closed, to answer, ms. */
  private static final long VERIFICATION_MILLIS = 2_000;

  /** The largest fragment of a message. */
  private static final int MOST_WIRE_BYTES = 1 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(Group.class);

  /**
   * Founds a group.
   *
   * @param at address to listen on
   * @param range number of further ports to try
   * @param tls proves membership
   * @param listener called on JGroups' threads; must return at once
   */
  static Group found(
      InetSocketAddress at, int range, SSLContext tls, String name, Consumer<FleetEvent> listener)
      throws IOException {
    TCP transport = transport(at.getAddress(), at.getPort(), range, tls);
    Group group = new Group(channel(transport, List.of(), 1, name), listener);
    group.connect("cannot listen on " + text(at) + " (another one: --listen HOST:PORT)");
    return group;
  }

  /**
   * Joins a group; one attempt.
   *
   * @param own address of this member
   * @param coordinator address of the founder
   * @param listener called on JGroups' threads; must return at once
   * @throws IOException when no member of a group answered there
   */
  static Group join(
      InetAddress own,
      InetSocketAddress coordinator,
      SSLContext tls,
      String name,
      Consumer<FleetEvent> listener)
      throws IOException {
    int firstPort = Math.min(coordinator.getPort() + 1, 65_535 - PORT_RANGE);
    TCP transport = transport(own, firstPort, PORT_RANGE, tls);
    Group group = new Group(channel(transport, List.of(coordinator), 2_000, name), listener);
    group.connect("cannot join at " + text(coordinator));
    if (group.channel.getView().size() < 2) {
      group.close();
      throw new IOException("nobody at " + text(coordinator) + " answers as a fleet's coordinator");
    }
    return group;
  }

  private static TCP transport(InetAddress address, int port, int range, SSLContext tls) {
    refuseObjects();
    TCP transport = new TCP();
    transport.setBindAddress(address);
    transport.setBindPort(port);
    transport.setPortRange(range);
    transport.setMaxLength(MOST_WIRE_BYTES);
    transport.enableSuspectEvents(true);
    transport.disableDiagnostics();
    transport.setSocketFactory(new MemberSockets(tls));
    return transport;
  }

  /**
   * A fleet's messages contain no Java objects; without this filter JGroups would deserialise one.
   */
  private static void refuseObjects() {
    if (ObjectInputFilter.Config.getSerialFilter() == null) {
      ObjectInputFilter.Config.setSerialFilter(input -> ObjectInputFilter.Status.REJECTED);
    }
  }

  private static JChannel channel(
      TCP transport, List<InetSocketAddress> hosts, long joinMillis, String name)
      throws IOException {
    TCPPING discovery = new TCPPING();
    discovery.setInitialHosts(hosts);
    discovery.setPortRange(0);
    GMS membership = new GMS();
    membership.setJoinTimeout(joinMillis);
    membership.printLocalAddress(false);
    Protocol[] stack = {
      transport,
      discovery,
      new FD_ALL3().setTimeout(SUSPICION_MILLIS).setInterval(HEARTBEAT_MILLIS),
      new VERIFY_SUSPECT2().setTimeout(VERIFICATION_MILLIS),
      new NAKACK2(),
      new UNICAST3(),
      new STABLE(),
      membership,
      new UFC(),
      new MFC(),
      new FRAG4()
    };
    try {
      return new JChannel(stack).setName(name);
    } catch (Exception e) {
      throw new IOException("the group's protocols do not start: " + e.getMessage(), e);
    }
  }

  private void connect(String failure) throws IOException {
    channel.setReceiver(
        new Receiver() {
          @Override
          public void receive(org.jgroups.Message message) {
            accept(message, System.nanoTime());
          }

          @Override
          public void viewAccepted(View view) {
            listener.accept(new FleetEvent.Present(view.getMembers()));
          }
        });
    try {
      channel.connect(CLUSTER);
    } catch (Exception e) {
      channel.close();
      throw new IOException(failure + ": " + rootMessage(e), e);
    }
  }

  private static String rootMessage(Throwable e) {
    Throwable root = Causes.root(e);
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }

  /** Ignores anything that is not a fleet's message. */
  private void accept(org.jgroups.Message message, long nanos) {
    if (message.hasArray()) {
      try {
        listener.accept(
            new FleetEvent.Received(
                message.getSrc(),
                Message.decode(message.getArray(), message.getOffset(), message.getLength()),
                nanos));
      } catch (IOException e) {
        LOG.debug("unintelligible message from {}", message.getSrc(), e);
      }
    }
  }

  /**
   * @throws IOException when it cannot be sent now
   */
  void send(Address to, Message message) throws IOException {
    send(new BytesMessage(to, message.encode()), String.valueOf(to));
  }

  /**
   * Sends to all other members: one message, which is encoded once.
   *
   * @throws IOException when it cannot be sent now
   */
  void sendToAll(Message message) throws IOException {
    send(
        new BytesMessage(null, message.encode())
            .setFlag(org.jgroups.Message.TransientFlag.DONT_LOOPBACK),
        "all");
  }

  private void send(org.jgroups.Message message, String to) throws IOException {
    try {
      channel.send(message);
    } catch (Exception e) {
      throw new IOException("cannot send to " + to + ": " + rootMessage(e), e);
    }
  }

  /** The founder of the group, as long as it is a member. */
  Address founder() {
    return channel.getView().getCoord();
  }

  /** The address that this member listens on. */
  InetSocketAddress listensAt() {
    IpAddress address =
        (IpAddress) channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, channel.getAddress()));
    return new InetSocketAddress(address.getIpAddress(), address.getPort());
  }

  static String text(InetSocketAddress address) {
    return new HostPort(address.getHostString(), address.getPort()).toString();
  }

  @Override
  public void close() {
    channel.close();
  }

  /**
   * The sockets of a group, all with TLS 1.3 and certificates of both ends.
   *
   * <p>JGroups makes the handshakes of those that connect one after the other, without a deadline:
   * one that is very slow would keep all others out. It gets a {@link MemberServerSocket} instead.
   */
  private static final class MemberSockets extends DefaultSocketFactory {
    private final SSLContext tls;

    MemberSockets(SSLContext tls) {
      super(tls);
      this.tls = tls;
      setSocketConfigurator(
          socket -> ((SSLSocket) socket).setEnabledProtocols(FleetCertificates.protocols()));
    }

    /** An unbound socket; the group's transport needs nothing else. */
    @Override
    public ServerSocket createServerSocket(String serviceName) throws IOException {
      return new MemberServerSocket(tls);
    }
  }
}

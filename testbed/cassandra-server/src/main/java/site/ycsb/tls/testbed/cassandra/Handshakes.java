package site.ycsb.tls.testbed.cassandra;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;
import site.ycsb.tls.testserver.WitnessCounter;

/**
 * The witness of one {@link PinnedSslContextFactory}, readable by JMX: Cassandra makes the
 * factories itself, so no other code has a reference to them. Thread-safe.
 */
final class Handshakes implements HandshakesMXBean {
  private static final String DOMAIN = "site.ycsb.tls:type=Handshakes,port=";

  private final WitnessCounter counter = new WitnessCounter();

  private Handshakes() {}

  /** A new witness of this JVM's port of that name. */
  static WitnessCounter register(String port) {
    Handshakes handshakes = new Handshakes();
    try {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(
              handshakes,
              new ObjectName(DOMAIN + ObjectName.quote(port) + ",id=" + UUID.randomUUID()));
    } catch (JMException e) {
      throw new IllegalStateException("the port's witness cannot be registered", e);
    }
    return handshakes.counter;
  }

  /** The sum of all witnesses of this JVM's port of that name. */
  static ListenerWitness of(String port) {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    long connections = 0;
    long failed = 0;
    Map<Negotiated, Long> completed = new HashMap<>();
    try {
      ObjectName all = new ObjectName(DOMAIN + ObjectName.quote(port) + ",*");
      for (ObjectName name : beans.queryNames(all, null)) {
        HandshakesMXBean seen = JMX.newMXBeanProxy(beans, name, HandshakesMXBean.class);
        connections += seen.getConnections();
        failed += seen.getFailed();
        seen.getCompleted().forEach((text, n) -> completed.merge(parse(text), n, Long::sum));
      }
    } catch (JMException e) {
      throw new IllegalStateException("the port's witness cannot be read", e);
    }
    return new ListenerWitness(connections, failed, completed);
  }

  private static Negotiated parse(String text) {
    String[] words = text.split(" ", -1);
    return new Negotiated(words[0], words[1], words[2].equals("resumed"));
  }

  @Override
  public long getConnections() {
    return counter.witness().connections();
  }

  @Override
  public long getFailed() {
    return counter.witness().failed();
  }

  @Override
  public Map<String, Long> getCompleted() {
    Map<String, Long> completed = new HashMap<>();
    counter
        .witness()
        .handshakes()
        .forEach(
            (n, count) ->
                completed.put(
                    n.protocol() + " " + n.cipherSuite() + (n.resumed() ? " resumed" : " full"),
                    count));
    return completed;
  }
}

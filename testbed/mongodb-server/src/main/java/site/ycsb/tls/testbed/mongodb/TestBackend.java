package site.ycsb.tls.testbed.mongodb;

import com.sun.management.OperatingSystemMXBean;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import io.netty.channel.Channel;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * The data set in memory, and what the driver of today asks of a server beyond what
 * mongo-java-server answers.
 */
final class TestBackend extends MemoryBackend {
  private static final double NANOS_PER_MICRO = 1000;

  private final ObjectId serviceId = new ObjectId();
  private final String product;
  private final long extraNanos;

  /**
   * An empty data set.
   *
   * @param product name and version, for {@code buildInfo}
   * @param extraMicros CPU time to waste in each command, µs
   */
  TestBackend(String product, double extraMicros) {
    this.product = product;
    this.extraNanos = (long) (extraMicros * NANOS_PER_MICRO);
    version(ServerVersion.MONGO_5_0);
  }

  @Override
  public MemoryDatabase openOrCreateDatabase(String name) {
    CursorRegistry cursors = getCursorRegistry();
    return new MemoryDatabase(name, cursors) {
      @Override
      protected MemoryCollection openOrCreateCollection(String coll, CollectionOptions options) {
        return new OrderedCollection(this, coll, options, cursors);
      }
    };
  }

  @Override
  public Document handleCommand(Channel channel, String database, String command, Document query) {
    waste();
    return switch (command.toLowerCase(Locale.ROOT)) {
      case "hello", "ismaster" -> hello(channel, database, query);
      case "buildinfo" ->
          super.handleCommand(channel, database, command, query).append("product", product);
      case "serverstatus" -> serverStatus();
      default -> super.handleCommand(channel, database, command, query);
    };
  }

  /** The clock, as reading the thread's CPU time takes a good part of a microsecond itself. */
  private void waste() {
    long end = System.nanoTime() + extraNanos;
    while (extraNanos > 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** As MongoDB on Linux, what this process has used; nothing else. */
  private static Document serverStatus() {
    long micros =
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime()
            / 1000;
    return new Document(
            "extra_info", new Document("user_time_us", micros).append("system_time_us", 0L))
        .append("ok", 1.0);
  }

  /**
   * The driver's mode LOAD_BALANCED, in which a client opens no connection but those it operates
   * on, wants to be told a service id; as a real load-balanced server does, it is told only who
   * asks.
   */
  private Document hello(Channel channel, String database, Document query) {
    Document hello = super.handleCommand(channel, database, "ismaster", query);
    hello.append("isWritablePrimary", true).append("helloOk", true);
    if (Boolean.TRUE.equals(query.get("loadBalanced"))) {
      hello.append("serviceId", serviceId);
    }
    return hello;
  }
}

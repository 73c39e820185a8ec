package site.ycsb.tls.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;

/** A test server that is ready for clients. */
public interface RunningServer extends AutoCloseable {

  /** What it is, without spaces: {@code mongo-java-server}. */
  String name();

  /** Its version. */
  String version();

  /** Where the listeners of the {@link ServerSpec} are, by their names. */
  Map<String, InetSocketAddress> addresses();

  /** What the listeners saw, by their names. */
  Map<String, ListenerWitness> witness();

  /** Ends it; connections are cut. */
  @Override
  void close() throws IOException;
}

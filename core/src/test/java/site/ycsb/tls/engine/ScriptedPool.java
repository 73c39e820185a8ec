package site.ycsb.tls.engine;

import java.util.Map;
import java.util.Properties;
import site.ycsb.DB;
import site.ycsb.tls.binding.ChurnScope;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.socket.count.TransportListener;

/** Clients that are {@link ScriptedDb} and never connect. */
class ScriptedPool implements DatabasePool {
  private final Journal journal = new Journal();
  private final long delayNanos;

  /**
   * @param delayNanos what an operation takes, ns
   */
  ScriptedPool(long delayNanos) {
    this.delayNanos = delayNanos;
  }

  @Override
  public DB newClient() {
    Properties properties = new Properties();
    properties.put(Journal.PROPERTY, journal);
    properties.setProperty("test.delay.nanos", Long.toString(delayNanos));
    DB client = new ScriptedDb();
    client.setProperties(properties);
    return client;
  }

  @Override
  public DB newChurnClient(ChurnScope scope, TransportListener listener) {
    return newClient();
  }

  @Override
  public void clear(String table) {
    // It has no tables.
  }

  @Override
  public Map<String, String> description() {
    return Map.of();
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}

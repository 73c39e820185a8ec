package site.ycsb.tls.testkit;

import java.util.Map;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.socket.Transport;

/** An open database, as the command line opens it: from properties. */
public record OpenDatabase(DatabasePool pool, Transport transport) implements AutoCloseable {

  /**
   * Opens it.
   *
   * @throws DatabaseException when the server cannot be reached, or not in the pinned way
   */
  public static OpenDatabase open(Binding binding, Map<String, String> properties)
      throws DatabaseException {
    Transport transport = transport(properties);
    return new OpenDatabase(binding.open(properties, transport), transport);
  }

  /** A transport as the properties pin it. */
  public static Transport transport(Map<String, String> properties) {
    TlsOptions.parse(Given.map(properties)).ifPresent(JvmTls::prepare);
    return Transport.of(Given.map(properties));
  }

  /** Another client, ready to be used. */
  public DB newClient() throws DBException {
    DB db = pool.newClient();
    db.init();
    return db;
  }

  @Override
  public void close() {
    pool.close();
  }
}

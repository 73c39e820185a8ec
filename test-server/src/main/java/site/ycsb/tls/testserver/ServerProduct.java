package site.ycsb.tls.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Name and version of a test server, as written by its build. */
public final class ServerProduct {
  private ServerProduct() {}

  /**
   * From {@code server.properties} beside the class.
   *
   * @throws IOException when it is missing or cannot be read
   */
  public static String of(Class<?> server) throws IOException {
    Properties properties = new Properties();
    try (InputStream in = server.getResourceAsStream("server.properties")) {
      if (in == null) {
        throw new IOException("server.properties is missing beside " + server.getName());
      }
      properties.load(in);
    }
    return properties.getProperty("name") + " " + properties.getProperty("version");
  }
}

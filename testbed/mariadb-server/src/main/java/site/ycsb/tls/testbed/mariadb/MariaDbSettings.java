package site.ycsb.tls.testbed.mariadb;

import java.nio.file.Path;
import java.util.List;

/**
 * What the recipe says beyond the listener.
 *
 * @param data the data directory, absolute
 * @param options for {@code mariadbd}, as they are
 */
record MariaDbSettings(Path data, List<String> options) {
  private static final String DATA = "data=";

  MariaDbSettings {
    data = data.toAbsolutePath();
    options = List.copyOf(options);
  }

  /** Understands {@code data=PATH}, then options of {@code mariadbd}, which begin with --. */
  static MariaDbSettings parse(List<String> arguments) {
    if (arguments.isEmpty() || !arguments.get(0).startsWith(DATA)) {
      throw new IllegalArgumentException("expected " + DATA + "PATH, then options of mariadbd");
    }
    return new MariaDbSettings(
        Path.of(arguments.get(0).substring(DATA.length())), arguments.subList(1, arguments.size()));
  }
}

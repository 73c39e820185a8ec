package site.ycsb.tls.testbed.mariadb;

import java.nio.file.Path;
import java.util.List;

/**
 * What the recipe says beyond the listener.
 *
 * @param data the data directory, absolute
 * @param atRest whether the data are encrypted in files
 * @param options for {@code mariadbd}, as they are
 */
record MariaDbSettings(Path data, boolean atRest, List<String> options) {
  private static final String DATA = "data=";
  private static final String AT_REST = "atrest=on";

  MariaDbSettings {
    data = data.toAbsolutePath();
    options = List.copyOf(options);
  }

  /**
   * Understands {@code data=PATH}, perhaps {@code atrest=on}, then options of {@code mariadbd},
   * which begin with --.
   */
  static MariaDbSettings parse(List<String> arguments) {
    if (arguments.isEmpty() || !arguments.get(0).startsWith(DATA)) {
      throw new IllegalArgumentException(
          "expected " + DATA + "PATH [" + AT_REST + "] and options of mariadbd");
    }
    boolean atRest = arguments.size() > 1 && arguments.get(1).equals(AT_REST);
    return new MariaDbSettings(
        Path.of(arguments.get(0).substring(DATA.length())),
        atRest,
        arguments.subList(atRest ? 2 : 1, arguments.size()));
  }
}

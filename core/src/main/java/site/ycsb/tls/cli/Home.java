package site.ycsb.tls.cli;

import java.nio.file.Path;

/** Where this program is installed. */
final class Home {
  private Home() {}

  /** The folder that holds {@code bin/}, as the launcher tells it; the current one without it. */
  static Path path() {
    return Path.of(System.getProperty("ycsb.home", "")).toAbsolutePath().normalize();
  }
}

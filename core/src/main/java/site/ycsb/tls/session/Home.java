package site.ycsb.tls.session;

import java.nio.file.Path;

/** Where this program is installed. */
public final class Home {
  private Home() {}

  /** The folder that holds {@code bin/}, as the launcher tells it; the current one without it. */
  public static Path path() {
    return Path.of(System.getProperty("ycsb.home", "")).toAbsolutePath().normalize();
  }
}

package site.ycsb.tls.file;

import java.nio.file.Path;

/** The directory of this installation. */
public final class Home {
  private Home() {}

  /** The folder with {@code bin/}, as given by the launcher; without it the current folder. */
  public static Path path() {
    return Path.of(System.getProperty("ycsb.home", "")).toAbsolutePath().normalize();
  }
}

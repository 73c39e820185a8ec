package site.ycsb.tls.cli;

import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import site.ycsb.tls.fleet.FleetCertificates;

/** By what the members of a fleet know each other. */
final class FleetFolder {
  @Option(
      names = "--fleet",
      paramLabel = "DIR",
      description =
          "Certificates of the fleet, from 'bin/ycsb certs --fleet DIR' (this user's own).")
  private Path path;

  /** As it was given; null when it was not. */
  Path path() {
    return path;
  }

  /** Those that were given; else this user's own, which never leave this machine. */
  FleetCertificates certificates() throws IOException {
    return path == null ? FleetCertificates.ofThisUser() : new FleetCertificates(path);
  }
}

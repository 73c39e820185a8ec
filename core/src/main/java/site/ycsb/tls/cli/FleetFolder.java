package site.ycsb.tls.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import site.ycsb.tls.fleet.FleetCertificates;

/** By what the members of a fleet know each other. */
final class FleetFolder {
  @Option(
      names = "--fleet",
      paramLabel = "DIR",
      description = "Certificates of the fleet, from 'bin/ycsb certs --fleet DIR'.")
  private Path path;

  /** As it was given; null when it was not. */
  Path path() {
    return path;
  }

  /** Empty: all members are on this machine. */
  Optional<FleetCertificates> certificates() {
    return Optional.ofNullable(path).map(FleetCertificates::new);
  }
}

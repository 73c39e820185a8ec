package site.ycsb.tls.cli.option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;
import site.ycsb.tls.channel.FleetCertificates;

/** The certificates of a fleet. */
public final class FleetFolder {
  @Option(
      names = "--fleet",
      paramLabel = "DIR",
      description =
          "Certificates of the fleet, from 'bin/ycsb certs --fleet DIR' (this user's own).")
  private Path path;

  /** As given on the command line, or null. */
  public Path path() {
    return path;
  }

  /** The given certificates; otherwise this user's own, which never leave this machine. */
  public FleetCertificates certificates() throws IOException {
    return FleetCertificates.of(Optional.ofNullable(path));
  }
}

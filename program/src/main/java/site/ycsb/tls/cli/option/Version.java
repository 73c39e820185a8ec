package site.ycsb.tls.cli.option;

import picocli.CommandLine.IVersionProvider;

/** The program's version, from the manifest of its jar. */
public final class Version implements IVersionProvider {
  /** The version, or {@code development} when the classes do not come from a jar. */
  public static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {
      "YCSB-TLS %s, Java %s (%s)"
          .formatted(text(), Runtime.version(), System.getProperty("java.vendor"))
    };
  }
}

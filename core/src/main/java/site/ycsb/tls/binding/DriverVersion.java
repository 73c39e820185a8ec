package site.ycsb.tls.binding;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;

/** The version of a driver, from the manifest of its jar: most have no constant for it. */
public final class DriverVersion {
  private DriverVersion() {}

  /** The version of the jar that has the class. */
  public static String of(Class<?> type) {
    URL location = type.getResource("/" + type.getName().replace('.', '/') + ".class");
    try {
      if (location != null && location.openConnection() instanceof JarURLConnection jar) {
        return String.valueOf(jar.getMainAttributes().getValue("Bundle-Version"));
      }
    } catch (IOException e) {
      return "of unknown version (" + e.getMessage() + ")";
    }
    return "of unknown version";
  }
}

package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name and version of the TLS library that a process has loaded, for servers that do not say it.
 */
public final class TlsLibrary {
  private static final Pattern FILE = Pattern.compile("(/\\S*libcrypto\\.so\\S*)");

  /** As OpenSSL writes it into itself ({@code OPENSSL_VERSION_TEXT}). */
  private static final Pattern VERSION =
      Pattern.compile("OpenSSL \\d+\\.\\d+\\.\\d+\\S* \\d+ [A-Z][a-z]+ \\d{4}");

  private static final String UNKNOWN = "TLS library of unknown version";

  private TlsLibrary() {}

  /**
   * Such as {@code OpenSSL 3.0.17 1 Jul 2025}: what the file says that the process has loaded, or
   * its program if that has the library in itself.
   */
  public static String of(long processId) {
    Path process = Path.of("/proc", Long.toString(processId));
    try {
      Matcher loaded = FILE.matcher(Files.readString(process.resolve("maps")));
      Path file = loaded.find() ? Path.of(loaded.group(1)) : process.resolve("exe");
      Matcher version =
          VERSION.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      return version.find() ? version.group() : UNKNOWN;
    } catch (IOException e) {
      // No Linux, or not allowed to look.
      return UNKNOWN;
    }
  }
}

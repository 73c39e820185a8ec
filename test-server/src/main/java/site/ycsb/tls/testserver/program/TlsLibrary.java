package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The TLS library that a process has loaded: name and version, for servers that do not say them,
 * and its build. Distributions mend a library without a change of its version.
 */
public final class TlsLibrary {
  /** In the kernel's list of what is loaded, with its mark of a file that is not there any more. */
  private static final Pattern FILE =
      Pattern.compile("(?m)\\s(/.*libcrypto\\.so[^\\s/]*)( \\(deleted\\))?$");

  /** As OpenSSL writes it into itself ({@code OPENSSL_VERSION_TEXT}). */
  private static final Pattern VERSION =
      Pattern.compile("OpenSSL \\d+\\.\\d+\\.\\d+\\S* \\d+ [A-Z][a-z]+ \\d{4}");

  /** The first bytes of the build ID, as linkers write it (ELF note NT_GNU_BUILD_ID). */
  private static final Pattern BUILD_ID =
      Pattern.compile("\\x03(?:\\x00{3})?GNU\\x00(.{4})", Pattern.DOTALL);

  private static final String UNKNOWN = "TLS library of unknown version";

  private TlsLibrary() {}

  /**
   * Such as {@code OpenSSL 3.0.17 1 Jul 2025 (4ca7b79d)}: what the file says that the process has
   * loaded, or its program if that has the library in itself. In brackets is the beginning of the
   * file's build ID, if it has one.
   */
  public static String of(long processId) {
    Path process = process(processId);
    try {
      String content = content(loaded(process).orElse(process.resolve("exe")));
      Matcher version = VERSION.matcher(content);
      return version.find() ? version.group() + build(content) : UNKNOWN;
    } catch (IOException e) {
      // No Linux, or not allowed to look; or the file was replaced.
      return UNKNOWN;
    }
  }

  /**
   * What a server says of its library; if that is OpenSSL, with the build of the {@code libcrypto}
   * that it has loaded, if that is known.
   */
  public static String of(long processId, String says) {
    if (!says.startsWith("OpenSSL")) {
      return says;
    }
    try {
      Optional<Path> file = loaded(process(processId));
      return file.isPresent() ? says + build(content(file.get())) : says;
    } catch (IOException e) {
      return says;
    }
  }

  private static Path process(long id) {
    return Path.of("/proc", Long.toString(id));
  }

  /**
   * The file of the library that the process has loaded; empty when it has none.
   *
   * @throws IOException when that file is not there any more: another one may have its name
   */
  private static Optional<Path> loaded(Path process) throws IOException {
    Matcher file = FILE.matcher(Files.readString(process.resolve("maps")));
    if (!file.find()) {
      return Optional.empty();
    }
    if (file.group(2) != null) {
      throw new NoSuchFileException(file.group(1));
    }
    return Optional.of(Path.of(file.group(1)));
  }

  private static String content(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }

  private static String build(String content) {
    Matcher id = BUILD_ID.matcher(content);
    return id.find()
        ? " (" + HexFormat.of().formatHex(id.group(1).getBytes(StandardCharsets.ISO_8859_1)) + ")"
        : "";
  }
}

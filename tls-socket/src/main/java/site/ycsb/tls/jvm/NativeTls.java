package site.ycsb.tls.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import site.ycsb.tls.option.JsseProviders;

/**
 * TLS libraries that are not Java's, that send over Java's connections, and that clients are known
 * to bring. That one is loaded proves nothing; it explains what was found.
 */
final class NativeTls {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private static final Pattern NETTY = Pattern.compile(".*/lib(.*)netty_tcnative.*");
  private static final String NETTYS_SWITCH = "io.netty.handler.ssl.noOpenSsl";

  private static final Pattern CONSCRYPT = Pattern.compile(".*/libconscrypt_openjdk_jni.*");
  private static final Pattern WOLFSSL = Pattern.compile(".*/libwolfssljni.*");

  private NativeTls() {}

  /**
   * What the client should do without; empty when nothing of the kind is loaded.
   *
   * @param pinned the provider that was pinned on purpose
   */
  static Optional<String> advice(Optional<String> pinned) {
    List<String> maps;
    try {
      maps = Files.readAllLines(MAPS);
    } catch (IOException e) {
      // Not known: the general advice will do.
      return Optional.empty();
    }
    return maps.stream().flatMap(line -> advice(line, pinned).stream()).findFirst();
  }

  private static Optional<String> advice(String mapping, Optional<String> pinned) {
    Matcher netty = NETTY.matcher(mapping);
    if (netty.matches()) {
      return Optional.of(
          "Netty's OpenSSL (netty-tcnative) was loaded; "
              + NettyCopy.of(netty.group(1)).without(NETTYS_SWITCH, "its jar"));
    }
    if (CONSCRYPT.matcher(mapping).matches()
        && !pinned.equals(Optional.of(JsseProviders.CONSCRYPT))) {
      return Optional.of(
          "Conscrypt was loaded; take its jar off the class path, or pin it with tls.provider=Conscrypt");
    }
    return WOLFSSL.matcher(mapping).matches()
        ? Optional.of("wolfSSL's JNI library was loaded; take its jar off the class path")
        : Optional.empty();
  }
}

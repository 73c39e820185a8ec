package site.ycsb.tls.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** TLS libraries that are not Java's, and that Java clients are known to bring. */
enum NativeTls {
  NETTY(
      "netty_tcnative",
      "Netty's OpenSSL (netty-tcnative) was loaded; start with -jvm-args"
          + " -Dio.netty.handler.ssl.noOpenSsl=true, or take its jar off the class path"),
  CONSCRYPT(
      "conscrypt_openjdk_jni",
      "Conscrypt was loaded; take its jar off the class path, or pin it with tls.provider=Conscrypt"),
  AWS_CRT(
      "libaws-crt-jni",
      "the AWS Common Runtime was loaded; give the client an HTTP client in Java, such as"
          + " apache-client, and take aws-crt off the class path"),
  WOLFSSL("wolfssljni", "wolfSSL's JNI library was loaded; take its jar off the class path"),
  OPENSSL("libssl.so", "OpenSSL's libssl was loaded; use a client that takes its TLS from Java");

  private static final Path MAPS = Path.of("/proc/self/maps");

  private final String file;
  private final String advice;

  NativeTls(String file, String advice) {
    this.file = file;
    this.advice = advice;
  }

  /** What was found, and what to do. */
  String advice() {
    return advice;
  }

  /**
   * The library that this process has loaded, if there is one.
   *
   * @param pinned the provider that was pinned on purpose
   */
  static Optional<NativeTls> ofThisProcess(Optional<String> pinned) {
    List<String> maps;
    try {
      maps = Files.readAllLines(MAPS);
    } catch (IOException e) {
      // Not known: the general advice will do.
      return Optional.empty();
    }
    return Arrays.stream(values())
        .filter(library -> !(library == CONSCRYPT && pinned.equals(Optional.of("Conscrypt"))))
        .filter(library -> maps.stream().anyMatch(line -> line.contains(library.file)))
        .findFirst();
  }
}

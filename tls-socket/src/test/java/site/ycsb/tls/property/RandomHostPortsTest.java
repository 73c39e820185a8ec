package site.ycsb.tls.property;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;

/** What is connected is what was given, in whichever form. */
class RandomHostPortsTest {
  static String host(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> "10.0.%d.%d".formatted(random.nextInt(256), random.nextInt(256));
      case 1 -> "2001:db8::%x".formatted(random.nextInt(0x10000));
      case 2 -> "fe80::%x%%%d".formatted(random.nextInt(0x10000), random.nextInt(9));
      default -> "d" + RandomCases.text(random, "abc09-._", 0, 12) + "b";
    };
  }

  @Test
  void aHostAndItsPortAreReadInEachForm() {
    RandomCases.check(
        500,
        1,
        (random, size) -> {
          String host = host(random);
          int port = RandomCases.one(random, 0, 1, 65_535, 1 + random.nextInt(65_535));
          HostPort expected = new HostPort(host, port);

          assertThat(HostPort.parse(expected.toString())).isEqualTo(expected);
          assertThat(HostPort.parse("[" + host + "]" + (port == 0 ? "" : ":" + port)))
              .isEqualTo(expected);
          if (port == 0) {
            assertThat(HostPort.parse(host)).isEqualTo(expected);
          }
          InetSocketAddress address = expected.unresolved(7);
          assertThat(address.getHostString()).isEqualTo(host);
          assertThat(address.getPort()).isEqualTo(port == 0 ? 7 : port);
          assertThat(address.isUnresolved()).isTrue();
        });
  }

  /** What is accepted is read again as the same, and has no more brackets and ports than it may. */
  @Test
  void anythingElseIsRefused() {
    RandomCases.check(
        2_000,
        8,
        (random, size) -> {
          String text =
              RandomCases.text(random, "ab:[]19.", 0, size)
                  + RandomCases.one(random, "", ":", ":0", ":70000", ":99999999999", ":-1", ":x");
          HostPort read;
          try {
            read = HostPort.parse(text);
          } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).contains("HOST:PORT");
            return;
          }
          assertThat(HostPort.parse(read.toString())).isEqualTo(read);
          assertThat(read.host()).isNotEmpty().doesNotContain("[", "]");
          assertThat(read.port()).isBetween(0, 65_535);
          boolean bare = !text.startsWith("[") && text.indexOf(':') != text.lastIndexOf(':');
          assertThat(text)
              .isIn(
                  bare ? read.host() : read.host() + (read.hasPort() ? ":" + read.port() : ""),
                  "[" + read.host() + "]" + (read.hasPort() ? ":" + read.port() : ""));
        });
  }
}

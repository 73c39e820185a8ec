package site.ycsb.tls.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A document is one of anybody's figures: its classes, templates and scripts name no subject. */
class NothingOfTlsTest {
  private static final Pattern OWN_PACKAGES = Pattern.compile("site[./]ycsb[./]tls[./]document");
  private static final Pattern SUBJECT =
      Pattern.compile("\\b(TLS|SSL|cipher|handshake|database|workload|site\\.ycsb)\\b");

  @Test
  void sourcesAndResourcesNameNeitherTlsNorAnotherModule() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(Path.of("src/main"))) {
      files = all.filter(Files::isRegularFile).toList();
    }

    assertThat(files).hasSizeGreaterThan(20);
    for (Path file : files) {
      String text = OWN_PACKAGES.matcher(Files.readString(file)).replaceAll("");
      assertThat(SUBJECT.matcher(text).results().map(found -> found.group()))
          .as(file.toString())
          .isEmpty();
    }
  }
}

package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.comparison.explanation.RecordedSamples.Time;
import site.ycsb.tls.profiler.SystemProfiler.Sample;

class ServerObjectsTest {
  @TempDir private Path directory;

  @Test
  void aSampleBelongsToTheTimeThatItFallsInto() throws Exception {
    Path file = directory.resolve(Recording.name(List.of(7L, 8L), Recording.OBJECTS));
    ServerObjects.write(
        file,
        List.of(
            new Sample(99, 7, "before"),
            new Sample(100, 7, "redis-server"),
            new Sample(150, 8, "libcrypto.so.3"),
            new Sample(150, 9, "of another server"),
            new Sample(200, 7, "libcrypto.so.3"),
            new Sample(250, 7, "between"),
            new Sample(300, 7, Sample.KERNEL),
            new Sample(310, 7, Sample.UNKNOWN),
            new Sample(320, 7, Sample.GENERATED)),
        Set.of(7L, 8L));
    List<Time<String>> times =
        List.of(
            new Time<>(100, 200, "plain"), new Time<>(300, 400, "tls"), new Time<>(500, 600, "no"));
    Map<String, CollapsedStacks> stacks =
        Recording.of(Set.of(7L, 8L), directory).get(0).read(times);
    assertThat(stacks)
        .containsOnly(
            Map.entry(
                "plain",
                new CollapsedStacks(
                    Map.of("[object redis-server]", 1L, "[object libcrypto.so.3]", 2L))),
            Map.entry(
                "tls",
                new CollapsedStacks(
                    Map.of("[system]", 1L, "[unknown]", 1L, "[object generated code]", 1L))),
            Map.entry("no", new CollapsedStacks(Map.of())));
  }

  @ParameterizedTest
  @CsvSource({
    "[object libcrypto.so.3],CRYPTOGRAPHY_LIBRARY",
    "[object libcrypto-1a2b3c.so.1.1],CRYPTOGRAPHY_LIBRARY",
    "[object libssl.so.3],TLS_LIBRARY",
    "[object libgnutls.so.30.34.3],TLS_LIBRARY",
    "[object libc.so.6],C_LIBRARY",
    "[object ld-linux-x86-64.so.2],C_LIBRARY",
    "[object libjemalloc.so.2],C_LIBRARY",
    "[object libstdc++.so.6.0.30],OTHER_LIBRARIES",
    "[object libcurl.so.4],OTHER_LIBRARIES",
    "[object [vdso]],OTHER_LIBRARIES",
    "[object postgres],OWN_CODE",
    "[object libcryptic],OWN_CODE",
    "[object generated code],OWN_CODE",
    "[system],SYSTEM_CALLS",
    "[unknown],REST"
  })
  void anObjectHasItsCategory(String stack, CostCategory category) {
    assertThat(CostCategory.of(stack)).isEqualTo(category);
  }

  @Test
  void aDamagedFileIsNamed() throws Exception {
    Path file = Files.writeString(directory.resolve("1" + Recording.OBJECTS), "1,a\nb\n");
    assertThatThrownBy(() -> ServerObjects.read(file, List.of(new Time<>(1, 2, "any"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1.objects.csv is damaged", "found: b");
  }
}

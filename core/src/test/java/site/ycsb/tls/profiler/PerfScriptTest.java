package site.ycsb.tls.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.profiler.SystemProfiler.Sample;

class PerfScriptTest {
  /** A server has a process for each connection, which is there before or comes later, and ends. */
  @Test
  void onlyProcessesThatWereAskedForAndTheirDescendantsHaveSamples() {
    String script =
        """
            0     0.000000000: PERF_RECORD_FORK(1:1):(0:0)
            0     0.000000000: PERF_RECORD_FORK(20:20):(10:10)
            0     0.000000000: PERF_RECORD_FORK(10:10):(1:1)
            0     0.000000000: PERF_RECORD_FORK(10:11):(10:10)
           10     1.000000001: PERF_RECORD_COMM: postgres:10/10
           10     1.000000002:     55e3a651d3e2 (/usr/lib/postgresql/15/bin/postgres)
           20     1.000000003:     7f102c94480d (/usr/lib/x86_64-linux-gnu/libcrypto.so.3)
           30     1.000000004:     7f102c94480d (/usr/lib/x86_64-linux-gnu/libcrypto.so.3)
            1     1.000000005:     7f102c94480d (/usr/lib/x86_64-linux-gnu/libc.so.6)
           10     1.000000006: PERF_RECORD_FORK(30:30):(20:20)
           30     2.000000007:     7f102c94480d (/usr/lib/x86_64-linux-gnu/libssl.so.3)
           30     2.000000008: PERF_RECORD_EXIT(30:30):(20:20)
            1     2.000000009: PERF_RECORD_FORK(30:30):(1:1)
           30     2.000000010:     7f102c94480d (/usr/lib/x86_64-linux-gnu/libssl.so.3)
        """;
    assertThat(PerfScript.samples(script.lines(), Set.of(10L)))
        .containsExactly(
            new Sample(1_000_000_002, 10, "postgres"),
            new Sample(1_000_000_003, 10, "libcrypto.so.3"),
            new Sample(2_000_000_007, 10, "libssl.so.3"));
    assertThat(PerfScript.samples(script.lines(), Set.of(10L, 20L)))
        .extracting(Sample::root)
        .containsExactly(10L, 20L, 20L);
  }

  /** Numbers of processes are given again, so that a child may seem to be its own ancestor. */
  @Test
  void theWayUpEnds() {
    assertThat(
            PerfScript.samples(
                List.of(
                    "0 0.000000000: PERF_RECORD_FORK(7:7):(8:8)",
                    "0 0.000000000: PERF_RECORD_FORK(8:8):(7:7)",
                    "7 1.000000000: 55e3a651d3e2 (/usr/bin/openssl)")
                    .stream(),
                Set.of(9L)))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "7f102c94480d,/usr/sbin/mariadbd,mariadbd",
    "7f102c94480d,/usr/sbin/mariadbd (deleted),mariadbd",
    "7f102c94480d,/opt/a server (new)/lib/libssl.so.3,libssl.so.3",
    "7ffe3b5f2a10,[vdso],[vdso]",
    "ffffffff81000000,[kernel.kallsyms],kernel",
    "ffffffffc0400000,[nf_conntrack],kernel",
    "ffff800010081000,[unknown],kernel",
    "7f102c94480d,[unknown],unknown",
    "7f102c94480d,/tmp/perf-16250.map,generated code",
    "7f102c94480d,//anon,generated code",
    "7f102c94480d,[heap],generated code"
  })
  void aFileIsNamedWithoutItsFolder(String address, String file, String object) {
    String line = "  10 1.000000000: %s (%s)".formatted(address, file);
    assertThat(PerfScript.samples(List.of(line).stream(), Set.of(10L)))
        .extracting(Sample::object)
        .containsExactly(object);
  }
}

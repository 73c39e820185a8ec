package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.reliability.HostsApart.Fault;

/**
 * Hosts are network namespaces: they need root. A host that is silent for four seconds counts as
 * lost, so nothing else may run on the machine (tag "alone").
 */
@Needs(Requirement.ROOT)
@Tag("full")
@Tag("alone")
class HostsApartIT {
  @TempDir private Path directory;

  @Test
  void aRunIsRightOrFailsWithTheNameOfTheHost() throws Exception {
    HostsApart apart = new HostsApart(Path.of(System.getProperty("ycsb.home")), directory);

    assertThat(apart.run(List.of(Fault.NONE, Fault.CUT_OFF_30_S), 1, RandomCases.SEED))
        .as(RandomCases.REPEATED_BY)
        .isEmpty();
  }
}

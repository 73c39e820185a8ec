package site.ycsb.tls.testbed.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingLayoutTest {
  @TempDir private Path directory;

  @Test
  void nodesShareTheRingEvenly() {
    RingLayout ring = new RingLayout(directory, 3, 20001, 20002);

    List<NodeSettings> nodes = ring.nodes(Optional.empty());

    assertThat(nodes)
        .extracting(NodeSettings::token)
        .containsExactly(Long.MIN_VALUE, -3074457345618258603L, 3074457345618258602L);
    assertThat(nodes)
        .extracting(NodeSettings::address)
        .containsExactly("127.0.0.1", "127.0.0.2", "127.0.0.3");
    assertThat(nodes).extracting(NodeSettings::seed).containsOnly("127.0.0.1");
  }

  @Test
  void isTheSameAtTheNextStart() throws Exception {
    RingLayout first = RingLayout.in(directory, 1);

    assertThat(RingLayout.in(directory, 1)).isEqualTo(first);
    assertThat(first.clientPort()).isNotEqualTo(first.storagePort());
  }

  @Test
  void refusesDataOfARingOfAnotherSize() throws Exception {
    RingLayout.in(directory, 1);

    assertThatThrownBy(() -> RingLayout.in(directory, 3))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("ring of 1 nodes, not of 3");
  }
}

package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServerPlacesTest {
  private static final Variant PLAIN = new Variant("plain", Map.of());
  private static final Variant INTERNODE =
      new Variant("rr", Map.of("internode.cipher", "AES128-SHA", "table", "t"));

  @Test
  void allVariantsHaveTheNodesThatOneAsksFor() {
    Map<String, String> given = new TreeMap<>();
    given.put("testbed.heap", "1g");

    assertThat(ServerPlaces.withInternode(given, List.of(PLAIN, INTERNODE)))
        .containsOnly(Map.entry("testbed.heap", "1g"), Map.entry("internode.cipher", "AES128-SHA"));
    assertThat(given).hasSize(1);
  }

  @Test
  void whatIsGivenForAllStays() {
    Map<String, String> given = new TreeMap<>();
    given.put("internode.cipher", "AES128-SHA,AES256-SHA");

    assertThat(ServerPlaces.withInternode(given, List.of(PLAIN, INTERNODE))).isEqualTo(given);
  }
}

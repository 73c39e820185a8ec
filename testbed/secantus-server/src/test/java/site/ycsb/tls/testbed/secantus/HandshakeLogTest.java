package site.ycsb.tls.testbed.secantus;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;

/** Lines as rustls 0.23 and env_logger 0.11 write them. */
class HandshakeLogTest {
  private static final String BEGIN =
      "[2026-11-30T00:20:11Z DEBUG rustls::server::hs] decided upon suite ";
  private static final ListenerSpec NEWER = tls("newer", "TLS_AES_256_GCM_SHA384");
  private static final ListenerSpec OLDER = tls("older", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");

  private final HandshakeLog log = new HandshakeLog();

  private static ListenerSpec tls(String name, String suite) {
    return ListenerSpec.tls(
        name, new ServerTls(TlsPin.of(suite), Path.of("/certificate"), Path.of("/key")));
  }

  @Test
  void countsHandshakesByWhatTheyNegotiated() {
    log.accept("[2026-11-30T00:20:11Z INFO  secantusd_rs] decided upon suite of nothing");
    log.accept(BEGIN + "TLS13_AES_256_GCM_SHA384");
    log.accept(BEGIN + "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
    log.accept(BEGIN + "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
    log.accept(BEGIN + "TLS13_CHACHA20_POLY1305_SHA256");

    assertThat(log.witness(List.of(NEWER, OLDER)))
        .isEqualTo(
            Map.of(
                "newer",
                new ListenerWitness(
                    1, 0, Map.of(new Negotiated("TLSv1.3", "TLS_AES_256_GCM_SHA384", false), 1L)),
                "older",
                new ListenerWitness(
                    2,
                    0,
                    Map.of(
                        new Negotiated("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", false),
                        2L))));
  }

  @Test
  void listenersThatDifferOnTheClientsSideAloneAreLeftOut() {
    assertThat(log.witness(List.of(NEWER, tls("resuming", "TLS_AES_256_GCM_SHA384"), OLDER)))
        .containsOnly(Map.entry("older", ListenerWitness.NOTHING));
  }
}

package site.ycsb.tls.testbed.postgresql;

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

/** Lines as PostgreSQL 13 to 18 write them. */
class ConnectionLogTest {
  private static final String BEGIN = "LOG:  connection authorized: user=ycsb database=ycsb";
  private static final ListenerSpec PLAIN = ListenerSpec.plain("p");
  private static final ListenerSpec NEWER = tls("newer", "TLS_AES_256_GCM_SHA384");
  private static final ListenerSpec OLDER = tls("older", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");

  private final ConnectionLog log = new ConnectionLog();

  private static ListenerSpec tls(String name, String suite) {
    return ListenerSpec.tls(
        name, new ServerTls(TlsPin.of(suite), Path.of("/certificate"), Path.of("/key")));
  }

  @Test
  void countsConnectionsByWhatTheyNegotiated() {
    log.accept("LOG:  connection received: host=127.0.0.1 port=40102");
    log.accept(BEGIN);
    log.accept(
        BEGIN
            + " application_name=PostgreSQL JDBC Driver SSL enabled (protocol=TLSv1.3,"
            + " cipher=TLS_AES_256_GCM_SHA384, bits=256)");
    for (int i = 0; i < 2; i++) {
      log.accept(
          BEGIN
              + " SSL enabled (protocol=TLSv1.2, cipher=ECDHE-RSA-AES128-GCM-SHA256, bits=128,"
              + " compression=off)");
    }

    Map<String, ListenerWitness> seen = log.witness(List.of(PLAIN, NEWER, OLDER));
    assertThat(seen.get("p")).isEqualTo(new ListenerWitness(1, 0, Map.of()));
    assertThat(seen.get("newer").handshakes())
        .isEqualTo(Map.of(new Negotiated("TLSv1.3", "TLS_AES_256_GCM_SHA384", false), 1L));
    assertThat(seen.get("older").handshakes())
        .isEqualTo(
            Map.of(new Negotiated("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", false), 2L));
  }

  @Test
  void countsFailuresWhereItIsKnownWhoseTheyAre() {
    log.accept("LOG:  could not accept SSL connection: no shared cipher");
    assertThat(log.witness(List.of(PLAIN, NEWER)).get("newer").failed()).isEqualTo(1);
    assertThat(log.witness(List.of(PLAIN, NEWER)).get("p").failed()).isZero();
    assertThat(log.witness(List.of(OLDER, NEWER)).get("newer").failed()).isZero();
  }

  @Test
  void leavesOutListenersThatItCannotTellApart() {
    log.accept(BEGIN);
    ListenerSpec resumes = tls("resumes", "TLS_AES_256_GCM_SHA384");
    assertThat(log.witness(List.of(PLAIN, NEWER, resumes)).keySet()).containsExactly("p");
  }

  @Test
  void doesNotCountTheLaunchersOwnAndSaysWhenTheyAreLogged() {
    var logged = log.awaiting("-7");
    log.accept(BEGIN + " application_name=launcher-6");
    assertThat(logged).isNotDone();
    log.accept(BEGIN + " application_name=launcher-7");
    assertThat(logged).isDone();
    assertThat(log.witness(List.of(PLAIN)).get("p").connections()).isZero();
  }
}

package site.ycsb.tls.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import java.net.BindException;
import java.net.NoRouteToHostException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.DBException;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.engine.TestRun;
import site.ycsb.tls.measurement.ReportFormat;
import site.ycsb.tls.measurement.ReportOptions;
import site.ycsb.tls.measurement.result.Churn;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.socket.PinnedTransport;

/** Cycles of connect, read and close over real sockets. */
class ConnectionChurnWorkloadTest {
  private OneByteServer server;

  @BeforeEach
  void startServer() throws Exception {
    server = new OneByteServer();
  }

  @AfterEach
  void stopServer() throws Exception {
    server.close();
  }

  /** Of records of a byte: a run that moves fewer bytes than its values have fails. */
  private TestRun run(int failEvery, String... namesAndValues) {
    Map<String, String> given = new HashMap<>();
    given.put("workload", ConnectionChurnWorkload.class.getName());
    given.put("operationcount", "40");
    given.put("fieldcount", "1");
    given.put("fieldlength", "1");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      given.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new TestRun(given).on(transport -> server.database(transport, failEvery));
  }

  @Test
  void eachCycleIsOneConnectionAndItsPartsAreReportedApart() throws Exception {
    RunResult result =
        run(Integer.MAX_VALUE, "threadcount", "2", "churn.operations", "3").transactions();

    assertThat(result.problems()).isEmpty();
    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.succeeded()).isEqualTo(40);
    assertThat(server.accepted()).isEqualTo(40);
    assertThat(result.work().churn()).isEqualTo(new Churn("client", 40, 3, 40, 0, 0));
    assertThat(result.transport().connections().opened()).isEqualTo(40);
    assertThat(result.transport().setupConnections().opened()).isZero();
    Map<String, OperationResult> operations = result.operations();
    assertThat(operations.get("CYCLE").count()).isEqualTo(40);
    assertThat(operations.get("TCP-CONNECT").count()).isEqualTo(40);
    assertThat(operations.get("DB-SETUP").count()).isEqualTo(40);
    assertThat(operations.get("READ").count()).isEqualTo(120);
    assertThat(operations.get("CLOSE").count()).isEqualTo(40);
    assertThat(operations).doesNotContainKey("TLS-HANDSHAKE");
    double parts =
        operations.get("TCP-CONNECT").sumNanos()
            + operations.get("DB-SETUP").sumNanos()
            + operations.get("READ").sumNanos()
            + operations.get("CLOSE").sumNanos();
    assertThat(operations.get("CYCLE").sumNanos()).isGreaterThanOrEqualTo(parts);
  }

  /** A server with TLS, and the way to it. */
  private PinnedTransport startTlsServer(Path directory) throws Exception {
    ServerKey key = ServerKey.parse("EC-256");
    CertificateAuthority authority = CertificateAuthority.create(key);
    authority.save(directory);
    TlsPin pin = TlsPin.of("TLS_AES_128_GCM_SHA256");
    server.close();
    server = new OneByteServer(PinnedServerContext.of(pin, authority.issueServer(key)));
    Trust trust = Trust.ofCa(CertificateAuthority.certificateFile(directory));
    return new PinnedTransport(TlsOptions.of(pin).withTrust(trust));
  }

  @Test
  void eachCycleWithTlsIsOneHandshake(@TempDir Path directory) throws Exception {
    PinnedTransport transport = startTlsServer(directory);

    RunResult result = run(Integer.MAX_VALUE).over(transport).transactions();

    assertThat(result.outcome()).as("%s", result.problems()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.work().churn()).isEqualTo(new Churn("client", 40, 1, 40, 40, 0));
  }

  /** All its operations go through the pinned TLS; also where a cycle failed and was allowed to. */
  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, 30})
  void aConnectionThatOutlivesTheCyclesFailsTheRun(int failEvery, @TempDir Path directory)
      throws Exception {
    PinnedTransport transport = startTlsServer(directory);

    RunResult result =
        run(failEvery, "errors.max", "1")
            .over(transport)
            .on(given -> server.sharedConnection(given, failEvery))
            .transactions();

    assertThat(result.failed()).isEqualTo(failEvery == 30 ? 1 : 0);
    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(result.problems())
        .contains(
            "40 cycles made only 0 TLS handshakes: the client keeps its connection when a cycle ends, or connects without TLS");
  }

  @Test
  void cpuTimeIsReportedPerCycle() throws Exception {
    RunResult result = run(Integer.MAX_VALUE, "churn.operations", "3").transactions();

    StringWriter report = new StringWriter();
    ReportFormat.TEXT.write(result, ReportOptions.defaults(), report);
    assertThat(report.toString())
        .contains(
            "[CPU], ClientPerOperation(us), "
                + result.resources().cpu().clientSeconds() * 1_000_000 / 40);
  }

  @Test
  void warmUpCyclesAreNotCounted() throws Exception {
    RunResult result = run(Integer.MAX_VALUE, "warmup.operations", "50").transactions();

    assertThat(result.work().churn().cycles()).isEqualTo(40);
    assertThat(result.work().churn().connections()).isEqualTo(40);
    assertThat(result.transport().connections().opened()).isEqualTo(40);
    assertThat(result.transport().setupConnections().opened()).isGreaterThanOrEqualTo(50);
  }

  @Test
  void failedCycleEndsTheRunWithItsReason() throws Exception {
    RunResult result = run(10).transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    // Without the type of the exception and its place, which are no use to a user.
    assertThat(result.problems().get(0)).isEqualTo("thread 0: a cycle failed: not today");
    assertThat(result.operations().get("CYCLE").count()).isEqualTo(result.succeeded());
  }

  @Test
  void failedCyclesAreCountedApartWhenSomeAreAllowed() throws Exception {
    RunResult result = run(10, "errors.max", "10").transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.COMPLETE);
    assertThat(result.succeeded()).isEqualTo(36);
    assertThat(result.failed()).isEqualTo(4);
    assertThat(result.operations().get("CYCLE").count()).isEqualTo(36);
    assertThat(result.operations().get("CYCLE-FAILED").count()).isEqualTo(4);
  }

  @Test
  void scopeThatTheDriverCannotDoIsRefusedWithItsReason() {
    TestRun run = run(Integer.MAX_VALUE, "churn.scope", "connection");

    assertThatThrownBy(run::transactions)
        .isInstanceOf(UsageException.class)
        .hasMessage("churn.scope=connection: this driver keeps its connections");
  }

  @Test
  void unknownScopeIsRefused() {
    TestRun run = run(Integer.MAX_VALUE, "churn.scope", "thread");

    assertThatThrownBy(run::transactions)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("one of client, connection");
  }

  @Test
  void wantOfLocalPortsIsRecognised() {
    assertThat(ConnectionChurnWorkload.wantsPorts(new DBException(new BindException("x"))))
        .isTrue();
    assertThat(
            ConnectionChurnWorkload.wantsPorts(
                new DBException(new NoRouteToHostException("Cannot assign requested address"))))
        .isTrue();
    assertThat(ConnectionChurnWorkload.wantsPorts(new DBException("connection refused"))).isFalse();
    assertThat(ConnectionChurnWorkload.wantsPorts(null)).isFalse();
    assertThat(ConnectionChurnWorkload.withoutPorts(28_000))
        .contains("net.ipv4.ip_local_port_range", "net.ipv4.tcp_tw_reuse", "28000 cycles");
  }
}

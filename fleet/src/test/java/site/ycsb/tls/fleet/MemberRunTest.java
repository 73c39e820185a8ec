package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.channel.JsonChannel;
import site.ycsb.tls.measurement.result.Configuration;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.resource.Resources;

/** The messages of a run, over a real socket, and what the coordinator makes of them. */
class MemberRunTest {
  @TempDir private Path directory;
  private final MemberRun run =
      new MemberRun(new AgentContacts.Contact(new Member(1, "agent 1", "17", "here", null), 0));
  private SocketChannel socket;
  private JsonChannel sender;
  private JsonChannel receiver;

  @BeforeEach
  void connect() throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve("s"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      socket = SocketChannel.open(address);
      sender = new JsonChannel(socket);
      receiver = new JsonChannel(server.accept());
    }
  }

  @AfterEach
  void disconnect() throws IOException {
    sender.close();
    receiver.close();
  }

  private RunMessage sent(RunMessage message) throws IOException {
    sender.send(message);
    return receiver.receive(RunMessage.class).orElseThrow();
  }

  @Test
  void understandsTheMessagesOfARun() throws IOException {
    run.ordered(0);
    run.clock().sent(1, 1_000);

    assertThat(run.received(sent(new RunMessage.Alive(false)), 1)).isTrue();
    assertThat(run.ready()).isFalse();
    assertThat(run.received(sent(new RunMessage.Alive(true)), 2)).isTrue();
    run.clock().answered(1, -5_000, 1_700_000_000_000L, 3_000);
    assertThat(run.received(sent(new RunMessage.Started(-4_000)), 4_000)).isTrue();
    assertThat(run.received(sent(new RunMessage.Status(3, 77)), 5_000)).isTrue();

    assertThat(run.ready()).isTrue();
    assertThat(run.started()).hasValue(3_000L);
    assertThat(run.seconds()).isEqualTo(3);
    assertThat(run.operations()).isEqualTo(77);
    assertThat(run.silence(6_000)).isEqualTo(1_000);
  }

  /** As of a load, whose tables the first agent makes and empties, however long that takes. */
  @Test
  void isNotSilentBeforeItIsOrdered() {
    assertThat(run.silence(6_000)).isZero();
    assertThat(run.isOrdered()).isFalse();

    run.ordered(4_000);

    assertThat(run.silence(6_000)).isEqualTo(2_000);
    assertThat(run.isOrdered()).isTrue();
  }

  /** Its clock may have drifted away from ours by the end of a long run. */
  @Test
  void itsStartIsByTheClocksOffsetOfThatTime() {
    run.clock().exchanged(1_000, -5_000, -5_000, 3_000);
    run.received(new RunMessage.Started(-4_000), 4_000);

    run.clock().exchanged(5_000_000, 5_100_000, 5_100_000, 5_000_010);
    run.received(new RunMessage.Status(3, 77), 5_000_020);

    assertThat(run.clock().toOurs(-4_000)).isNotEqualTo(3_000L);
    assertThat(run.started()).hasValue(3_000L);
    // It is not known better than by the estimate that it is of.
    assertThat(run.clock().roundTrip()).isEqualTo(10);
    assertThat(run.startError()).isEqualTo(1_000);
    assertThat(Timing.ofWholeRuns(List.of(run), List.of(aSecond())).clockErrorSeconds())
        .isEqualTo(1e-6);
  }

  private static RunResult aSecond() {
    return MergedRunTest.result(
        new Configuration("1.0", "bin/ycsb load", "load", "nothing", "", Map.of(), 1, 8, 0),
        1,
        1_000,
        new Resources(null, Map.of(), null, null),
        "load1");
  }

  @Test
  void refusesMessagesThatNoRunSends() throws IOException {
    for (RunMessage message : List.of(new RunMessage.Ping(1), new RunMessage.Start(5))) {
      assertThat(run.received(sent(message), 1)).isFalse();
    }

    assertThat(run.heard()).isFalse();
    assertThat(run.started()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ready",
        "{}",
        "{\"kind\":\"ended\"}",
        "{\"kind\":\"ping\",\"number\":\"x\"}",
        "{\"kind\":\"started\",\"nanos\":99999999999999999999}",
        "{\"kind\":\"status\",\"seconds\":-1,\"operations\":5}"
      })
  void malformedMessagesAreRefused(String line) throws IOException {
    socket.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));

    assertThatThrownBy(() -> receiver.receive(RunMessage.class)).isInstanceOf(IOException.class);
  }

  @Test
  void anEndedRunIsTheEndOfItsMessages() throws IOException {
    sender.close();

    assertThat(receiver.receive(RunMessage.class)).isEmpty();
  }
}

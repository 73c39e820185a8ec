package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import site.ycsb.tls.channel.JsonChannel;
import site.ycsb.tls.channel.ParentSocket;

/** A whole run and its agent, over a real socket. */
@Timeout(60)
class AgentLinkTest {
  private ParentSocket socket;
  private JsonChannel agent;
  private AgentLink link;

  @BeforeEach
  void connect() throws IOException {
    socket = ParentSocket.open("link");
    System.setProperty(AgentLink.PROPERTY, socket.path().toString());
    link = AgentLink.ofThisProcess().orElseThrow();
    agent = new JsonChannel(socket.server().accept());
    assertThat(received()).isEqualTo(new RunMessage.Alive(false));
  }

  @AfterEach
  void disconnect() throws IOException {
    System.clearProperty(AgentLink.PROPERTY);
    link.close();
    agent.close();
    socket.close();
  }

  private RunMessage received() throws IOException {
    return agent.receive(RunMessage.class).orElseThrow();
  }

  @Test
  void eachPingIsAnsweredAndTheAnswerSaysWhetherTheRunIsReady() throws IOException {
    agent.send(new RunMessage.Ping(1));
    assertThat(received()).isEqualTo(new RunMessage.Alive(false));

    assertThat(link.instant()).isEmpty();
    assertThat(received()).isEqualTo(new RunMessage.Alive(true));
    agent.send(new RunMessage.Ping(2));
    assertThat(received()).isEqualTo(new RunMessage.Alive(true));
  }

  @Test
  void theInstantOfTheStartIsTheOneThatWasSent() throws IOException {
    agent.send(new RunMessage.Start(77));
    // Its answer comes after the start was read.
    agent.send(new RunMessage.Ping(1));
    received();

    assertThat(link.instant()).hasValue(77);
  }

  @Test
  void aRunWhoseAgentIsGoneIsTold() throws IOException {
    CompletableFuture<Void> lost = new CompletableFuture<>();
    link.onLoss(() -> lost.complete(null));

    agent.close();

    lost.join();
  }

  @Test
  void aMessageThatIsNotForARunIsTheEndOfItsAgent() throws IOException {
    CompletableFuture<Void> lost = new CompletableFuture<>();
    link.onLoss(() -> lost.complete(null));

    agent.send(new RunMessage.Started(1));

    lost.join();
  }
}

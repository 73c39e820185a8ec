package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIMatcher;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.jvm.JvmTransport;

/**
 * Engines of servers in a JVM with an installed transport: what was set before {@code
 * setUseClientMode(false)} stays.
 */
class ServerEngineTest {
  private static final String PINNED = "TLS_AES_128_GCM_SHA256";
  private static final String[] WANTED = {
    "TLS_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"
  };
  private static final String[] ONLY_1_2 = {"TLSv1.2"};

  private JvmTransport jvm;
  private SSLEngine engine;

  @BeforeEach
  void engine() throws Exception {
    jvm = JvmTransport.install(TestCertificates.transport(PINNED));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(TestCertificates.keyManagers("RSA-2048"), null, null);
    engine = context.createSSLEngine();
  }

  @AfterEach
  void uninstall() {
    jvm.close();
  }

  /** Netty does so. */
  @Test
  void keepsSuitesAndProtocols() {
    engine.setEnabledCipherSuites(WANTED);
    engine.setEnabledProtocols(ONLY_1_2);
    engine.setUseClientMode(false);

    assertThat(engine.getEnabledCipherSuites()).containsExactly(WANTED);
    assertThat(engine.getEnabledProtocols()).containsExactly(ONLY_1_2);
  }

  @Test
  void keepsParameters() {
    SNIMatcher matcher = SNIHostName.createSNIMatcher("localhost");
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setCipherSuites(WANTED);
    parameters.setProtocols(ONLY_1_2);
    parameters.setSNIMatchers(List.of(matcher));
    parameters.setApplicationProtocols(new String[] {"h2"});
    parameters.setUseCipherSuitesOrder(false);
    engine.setSSLParameters(parameters);
    engine.setUseClientMode(false);

    SSLParameters server = engine.getSSLParameters();
    assertThat(server.getCipherSuites()).containsExactly(WANTED);
    assertThat(server.getProtocols()).containsExactly(ONLY_1_2);
    assertThat(server.getSNIMatchers()).containsExactly(matcher);
    assertThat(server.getApplicationProtocols()).containsExactly("h2");
    assertThat(server.getUseCipherSuitesOrder()).isFalse();
  }

  /** Before that, it may be the client's that is repeated. */
  @Test
  void thePinnedSuiteIsWantedByAServerThatSaysSoOnceItIsOne() {
    engine.setEnabledCipherSuites(new String[] {PINNED});
    engine.setUseClientMode(false);
    assertThat(engine.getEnabledCipherSuites()).contains(WANTED);

    engine.setEnabledCipherSuites(new String[] {PINNED});
    assertThat(engine.getEnabledCipherSuites()).containsExactly(PINNED);
  }

  /** As a server does that changes one of the engine's parameters and leaves the others. */
  @Test
  void doesNotTakeThePinForTheServersWish() {
    engine.setEnabledCipherSuites(WANTED);
    engine.setEnabledCipherSuites(engine.getSupportedCipherSuites());
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setNeedClientAuth(true);
    engine.setSSLParameters(parameters);
    engine.setSSLParameters(engine.getSSLParameters());
    engine.setUseClientMode(false);

    assertThat(engine.getEnabledCipherSuites()).containsExactly(WANTED);
    assertThat(engine.getEnabledProtocols()).hasSizeGreaterThan(1);
    assertThat(engine.getSSLParameters().getEndpointIdentificationAlgorithm()).isNull();
    assertThat(engine.getNeedClientAuth()).isTrue();
  }
}

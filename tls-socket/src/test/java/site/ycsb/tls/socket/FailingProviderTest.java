package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Serial;
import java.nio.ByteBuffer;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.tls.jvm.JvmTransport;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.stream.DelegatingEngine;

/** The JVM's first provider of TLS is one of a library with errors. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FailingProviderTest {
  private static final String SUITE = "TLS_AES_128_GCM_SHA256";

  private Provider registered;

  /** Where it fails. */
  private enum Step {
    CONTEXT,
    INIT,
    ENGINE,
    HELLO,
    SOCKET,
    NONE
  }

  private void register(Provider provider) {
    registered = provider;
    assertThat(Security.insertProviderAt(provider, 1)).isEqualTo(1);
  }

  @AfterEach
  void remove() {
    if (registered != null) {
      Security.removeProvider(registered.getName());
    }
  }

  static Stream<Arguments> stepsAndErrors() {
    return Arrays.stream(Step.values())
        .filter(step -> step != Step.NONE && step != Step.SOCKET)
        .flatMap(
            step ->
                Stream.of(
                        new UnsupportedOperationException("of the library"),
                        new NullPointerException(),
                        new UnsatisfiedLinkError("no such library"),
                        new AssertionError("of the library"))
                    .map(thrown -> Arguments.of(step, thrown)));
  }

  @ParameterizedTest
  @MethodSource("stepsAndErrors")
  void whateverItThrowsIsOneLineBeforeTheRun(Step step, Throwable thrown) {
    register(new Failing("Failing", "1", step, thrown));

    assertThatThrownBy(() -> TestCertificates.transport(SUITE))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("the TLS of Failing")
        .hasMessageContaining("set tls.provider to another")
        .message()
        .doesNotContain("\n");
    assertThatThrownBy(() -> JvmSuites.require(TestCertificates.options(SUITE)))
        .isInstanceOf(UsageException.class)
        .message()
        .contains("Failing")
        .doesNotContain("\n");
  }

  @Test
  void whatItThrowsInAHandshakeFailsTheConnection() throws Exception {
    for (Throwable thrown : new Throwable[] {new NullPointerException(), new AssertionError("a")}) {
      register(new Failing("Failing", "1", Step.SOCKET, thrown));
      try (TestServer server = TestServer.lenient(TestCertificates.server("RSA-2048"))) {
        PinnedTransport transport = TestCertificates.transport(SUITE);

        assertThatThrownBy(() -> Client.CONNECTED.echo(transport, server.port(), new byte[] {1}))
            .isInstanceOf(SSLException.class)
            .hasMessageContaining(thrown.toString());
        assertThat(transport.counts().failed()).isEqualTo(1);
      }
      remove();
    }
  }

  @Test
  void whatItThrowsLeavesNoTransportInstalled() {
    register(new Failing("Failing", "1", Step.INIT, new NullPointerException("of the library")));

    assertThatThrownBy(() -> JvmTransport.install(new PlainTransport()))
        .hasMessage("of the library");
    assertThat(JvmTransport.installed()).isEmpty();
    assertThat(Security.getProvider("Failing")).isSameAs(registered);
    assertThat(Security.getProvider(JsseProviders.PINNING)).isNull();
  }

  /** By its class: another one stands in for it then. */
  @Test
  void aConfiguredProviderIsFoundWhileATransportIsInstalled() throws Exception {
    register(new Failing("Failing", "1", Step.NONE, new AssertionError()));
    String entry =
        Stream.iterate(1, i -> i + 1)
            .map(i -> "security.provider." + i)
            .filter(name -> Security.getProperty(name) == null)
            .findFirst()
            .orElseThrow();
    Security.setProperty(entry, Failing.class.getName());
    try (JvmTransport jvm = JvmTransport.install(new PlainTransport())) {
      assertThat(TestCertificates.transport(SUITE).options()).isPresent();
      assertThat(jvm.otherTls()).isEmpty();
    } finally {
      Security.setProperty(entry, "");
    }
  }

  @Test
  void aVersionThatItDoesNotHaveIsSaid() {
    assertThat(
            JsseProviders.nameAndVersion(
                new Failing("Failing", null, Step.NONE, new AssertionError())))
        .isEqualTo("Failing of unknown version");
  }

  @Test
  void theNameOfTheJdksIsNotTakenForTheJdks() {
    Provider jdks = Security.getProvider("SunJSSE");
    int place = Arrays.asList(Security.getProviders()).indexOf(jdks) + 1;
    Security.removeProvider("SunJSSE");
    try {
      register(new Failing("SunJSSE", "1", Step.NONE, new AssertionError()));

      for (Optional<String> name :
          Stream.of(Optional.<String>empty(), Optional.of("SunJSSE")).toList()) {
        assertThatThrownBy(() -> JsseProviders.of(name))
            .isInstanceOf(UsageException.class)
            .hasMessage(
                "this JVM's provider named SunJSSE is %s, not the JDK's; start Java without it",
                Failing.class.getName());
      }
    } finally {
      remove();
      registered = null;
      Security.insertProviderAt(jdks, place);
    }
  }

  /** Has the JDK's TLS up to the step at which it throws. */
  private static final class Failing extends Provider {
    @Serial private static final long serialVersionUID = 1;

    Failing(String name, String version, Step step, Throwable thrown) {
      super(name, version, "a library with errors");
      // The JDK's own, found before this one is registered.
      Provider jdks = Security.getProvider("SunJSSE");
      putService(
          new Service(this, "SSLContext", "TLS", Context.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
              fail(step == Step.CONTEXT, thrown);
              return new Context(SSLContext.getInstance("TLS", jdks), step, thrown);
            }
          });
    }
  }

  private static void fail(boolean now, Throwable thrown) {
    if (now && thrown instanceof Error error) {
      throw error;
    }
    if (now) {
      throw (RuntimeException) thrown;
    }
  }

  private static final class Context extends SSLContextSpi {
    private final SSLContext jdks;
    private final Step step;
    private final Throwable thrown;

    Context(SSLContext jdks, Step step, Throwable thrown) {
      this.jdks = jdks;
      this.step = step;
      this.thrown = thrown;
    }

    private <T> T at(Step here, Supplier<T> value) {
      fail(step == here, thrown);
      return value.get();
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      fail(step == Step.INIT, thrown);
      jdks.init(keys, trust, random);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return engineCreateSSLEngine(null, -1);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      SSLEngine engine = at(Step.ENGINE, () -> jdks.createSSLEngine(host, port));
      return new DelegatingEngine(host, port) {
        @Override
        protected SSLEngine engine() {
          return engine;
        }

        @Override
        public SSLEngineResult wrap(
            ByteBuffer[] sources, int offset, int length, ByteBuffer destination)
            throws SSLException {
          fail(step == Step.HELLO, thrown);
          return super.wrap(sources, offset, length, destination);
        }
      };
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return at(Step.SOCKET, jdks::getSocketFactory);
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return jdks.getServerSocketFactory();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return jdks.getClientSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return jdks.getServerSessionContext();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return jdks.getSupportedSSLParameters();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return jdks.getDefaultSSLParameters();
    }
  }
}

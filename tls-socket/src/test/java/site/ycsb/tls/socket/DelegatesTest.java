package site.ycsb.tls.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.socket.stream.PassThroughSocket;

/** A method that a newer Java adds to sockets or engines must not go round the pin unnoticed. */
class DelegatesTest {
  /** Those that only call others which are delegated, or that a library must not call. */
  private static final Set<String> INHERITED =
      Set.of(
          "getPeerHost",
          "getPeerPort", // of the constructor's arguments
          "connect(java.net.SocketAddress)");

  @ParameterizedTest
  @ValueSource(classes = {PinnedSocket.class, PassThroughSocket.class, PinnedEngine.class})
  void overrideEachMethodThatCanBeOverridden(Class<?> delegate) {
    Class<?> base = SSLEngine.class.isAssignableFrom(delegate) ? SSLEngine.class : SSLSocket.class;
    List<String> missing =
        Arrays.stream(base.getMethods())
            .filter(m -> !Modifier.isStatic(m.getModifiers()))
            .filter(m -> !Modifier.isFinal(m.getModifiers()))
            .filter(m -> m.getDeclaringClass() != Object.class)
            .filter(m -> !declared(delegate, m))
            .map(Method::toString)
            .filter(m -> INHERITED.stream().noneMatch(m::contains))
            .toList();
    assertThat(missing).isEmpty();
  }

  private static boolean declared(Class<?> delegate, Method method) {
    return Stream.<Class<?>>iterate(
            delegate, c -> c.getPackageName().startsWith("site.ycsb"), Class::getSuperclass)
        .flatMap(c -> Arrays.stream(c.getDeclaredMethods()))
        .anyMatch(
            m ->
                m.getName().equals(method.getName())
                    && Arrays.equals(m.getParameterTypes(), method.getParameterTypes()));
  }
}

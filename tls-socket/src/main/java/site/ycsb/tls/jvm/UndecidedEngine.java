package site.ycsb.tls.jvm;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import site.ycsb.tls.socket.stream.DelegatingEngine;

/**
 * A client's engine until {@code setUseClientMode(false)} says, before its handshake, that it is a
 * server's: then one of the JVM's own TLS takes its place. A context does not know what its engines
 * are for. Some servers, as Jetty and Netty, set their suites, protocols and whether they ask for
 * certificates before they say it: the server's engine gets that too. What only repeats what the
 * client's engine has, such as the pinned suite, is not what a server wants, and it does not get
 * that: whether a server repeats it, as one does that changes other parameters, or wants it, cannot
 * be told. One that wants it sets it after {@code setUseClientMode(false)}.
 */
final class UndecidedEngine extends DelegatingEngine {
  private final Supplier<SSLEngine> server;
  private volatile SSLEngine engine;

  /** What was set while this was a client's engine, in this order. */
  private final List<Consumer<SSLEngine>> settings = new CopyOnWriteArrayList<>();

  /**
   * @param server makes what is used in server mode
   */
  UndecidedEngine(SSLEngine client, Supplier<SSLEngine> server) {
    super(client.getPeerHost(), client.getPeerPort());
    this.engine = client;
    this.server = server;
  }

  @Override
  protected SSLEngine engine() {
    return engine;
  }

  @Override
  public void setUseClientMode(boolean mode) {
    if (!mode && engine.getUseClientMode()) {
      SSLEngine own = server.get();
      own.setUseClientMode(false);
      settings.forEach(setting -> setting.accept(own));
      engine = own;
    } else {
      engine.setUseClientMode(mode);
    }
  }

  /** For this engine, and for the server's if it will be one. */
  private void set(Consumer<SSLEngine> setting) {
    if (engine.getUseClientMode()) {
      settings.add(setting);
    }
    setting.accept(engine);
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    if (engine.getUseClientMode()) {
      List<Consumer<SSLParameters>> changes = changes(parameters, engine.getSSLParameters());
      settings.add(
          own -> {
            SSLParameters its = own.getSSLParameters();
            changes.forEach(change -> change.accept(its));
            own.setSSLParameters(its);
          });
    }
    super.setSSLParameters(parameters);
  }

  /** What differs from the client's engine. */
  private static List<Consumer<SSLParameters>> changes(SSLParameters given, SSLParameters client) {
    List<Consumer<SSLParameters>> all = new ArrayList<>();
    add(all, given.getCipherSuites(), client.getCipherSuites(), SSLParameters::setCipherSuites);
    add(all, given.getProtocols(), client.getProtocols(), SSLParameters::setProtocols);
    add(all, given.getNeedClientAuth(), false, SSLParameters::setNeedClientAuth);
    add(all, given.getWantClientAuth(), false, SSLParameters::setWantClientAuth);
    add(all, given.getSNIMatchers(), null, SSLParameters::setSNIMatchers);
    add(
        all,
        given.getUseCipherSuitesOrder(),
        client.getUseCipherSuitesOrder(),
        SSLParameters::setUseCipherSuitesOrder);
    add(
        all,
        given.getApplicationProtocols(),
        new String[0],
        SSLParameters::setApplicationProtocols);
    add(
        all,
        given.getAlgorithmConstraints(),
        client.getAlgorithmConstraints(),
        SSLParameters::setAlgorithmConstraints);
    add(
        all,
        given.getEndpointIdentificationAlgorithm(),
        client.getEndpointIdentificationAlgorithm(),
        SSLParameters::setEndpointIdentificationAlgorithm);
    add(
        all,
        given.getMaximumPacketSize(),
        client.getMaximumPacketSize(),
        SSLParameters::setMaximumPacketSize);
    return all;
  }

  private static <T> void add(
      List<Consumer<SSLParameters>> changes,
      T given,
      T before,
      BiConsumer<SSLParameters, T> setter) {
    if (given != null && !Objects.deepEquals(given, before)) {
      changes.add(parameters -> setter.accept(parameters, given));
    }
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    if (!Objects.deepEquals(suites, engine.getEnabledCipherSuites())) {
      set(any -> any.setEnabledCipherSuites(suites));
    }
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    if (!Objects.deepEquals(protocols, engine.getEnabledProtocols())) {
      set(any -> any.setEnabledProtocols(protocols));
    }
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    set(any -> any.setEnableSessionCreation(flag));
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLEngine, List<String>, String> selector) {
    set(any -> any.setHandshakeApplicationProtocolSelector(selector));
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    set(any -> any.setNeedClientAuth(need));
  }

  @Override
  public void setWantClientAuth(boolean want) {
    set(any -> any.setWantClientAuth(want));
  }
}

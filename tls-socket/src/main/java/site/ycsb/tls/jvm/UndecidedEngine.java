package site.ycsb.tls.jvm;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/**
 * A client's engine until it is told that it is a server's, before its handshake: then one of the
 * JVM's own TLS takes its place. A context does not know what its engines are for.
 */
final class UndecidedEngine extends SSLEngine {
  private final Supplier<SSLEngine> server;
  private volatile SSLEngine engine;

  /**
   * @param server makes what is used in server mode
   */
  UndecidedEngine(SSLEngine client, Supplier<SSLEngine> server) {
    super(client.getPeerHost(), client.getPeerPort());
    this.engine = client;
    this.server = server;
  }

  @Override
  public void setUseClientMode(boolean mode) {
    if (!mode && engine.getUseClientMode()) {
      SSLEngine made = server.get();
      made.setUseClientMode(false);
      engine = made;
    } else {
      engine.setUseClientMode(mode);
    }
  }

  @Override
  public boolean getUseClientMode() {
    return engine.getUseClientMode();
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer source, ByteBuffer destination) throws SSLException {
    return engine.wrap(source, destination);
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, ByteBuffer destination) throws SSLException {
    return engine.wrap(sources, destination);
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer destination)
      throws SSLException {
    return engine.wrap(sources, offset, length, destination);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer destination) throws SSLException {
    return engine.unwrap(source, destination);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] destinations) throws SSLException {
    return engine.unwrap(source, destinations);
  }

  @Override
  public SSLEngineResult unwrap(
      ByteBuffer source, ByteBuffer[] destinations, int offset, int length) throws SSLException {
    return engine.unwrap(source, destinations, offset, length);
  }

  @Override
  public void beginHandshake() throws SSLException {
    engine.beginHandshake();
  }

  @Override
  public Runnable getDelegatedTask() {
    return engine.getDelegatedTask();
  }

  @Override
  public void closeInbound() throws SSLException {
    engine.closeInbound();
  }

  @Override
  public boolean isInboundDone() {
    return engine.isInboundDone();
  }

  @Override
  public void closeOutbound() {
    engine.closeOutbound();
  }

  @Override
  public boolean isOutboundDone() {
    return engine.isOutboundDone();
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return engine.getHandshakeStatus();
  }

  @Override
  public SSLSession getSession() {
    return engine.getSession();
  }

  @Override
  public SSLSession getHandshakeSession() {
    return engine.getHandshakeSession();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return engine.getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    engine.setSSLParameters(parameters);
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return engine.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return engine.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    engine.setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return engine.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return engine.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    engine.setEnabledProtocols(protocols);
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    engine.setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return engine.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    engine.setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return engine.getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    engine.setEnableSessionCreation(flag);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return engine.getEnableSessionCreation();
  }

  @Override
  public String getApplicationProtocol() {
    return engine.getApplicationProtocol();
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    return engine.getHandshakeApplicationProtocol();
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLEngine, List<String>, String> selector) {
    engine.setHandshakeApplicationProtocolSelector(selector);
  }

  @Override
  public BiFunction<SSLEngine, List<String>, String> getHandshakeApplicationProtocolSelector() {
    return engine.getHandshakeApplicationProtocolSelector();
  }
}

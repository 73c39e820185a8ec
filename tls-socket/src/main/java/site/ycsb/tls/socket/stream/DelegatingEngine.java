package site.ycsb.tls.socket.stream;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/**
 * An engine that leaves everything to another one; subclasses change what they are for. The forms
 * of {@code wrap} and {@code unwrap} with single buffers lead to those with arrays.
 */
public abstract class DelegatingEngine extends SSLEngine {

  /**
   * @param host may be null when it is not known
   */
  protected DelegatingEngine(String host, int port) {
    super(host, port);
  }

  /** The engine that does the work. */
  protected abstract SSLEngine engine();

  @Override
  public SSLEngineResult wrap(ByteBuffer source, ByteBuffer destination) throws SSLException {
    return wrap(new ByteBuffer[] {source}, 0, 1, destination);
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, ByteBuffer destination) throws SSLException {
    return wrap(sources, 0, sources.length, destination);
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] sources, int offset, int length, ByteBuffer destination)
      throws SSLException {
    return engine().wrap(sources, offset, length, destination);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer destination) throws SSLException {
    return unwrap(source, new ByteBuffer[] {destination}, 0, 1);
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer source, ByteBuffer[] destinations) throws SSLException {
    return unwrap(source, destinations, 0, destinations.length);
  }

  @Override
  public SSLEngineResult unwrap(
      ByteBuffer source, ByteBuffer[] destinations, int offset, int length) throws SSLException {
    return engine().unwrap(source, destinations, offset, length);
  }

  @Override
  public void beginHandshake() throws SSLException {
    engine().beginHandshake();
  }

  @Override
  public Runnable getDelegatedTask() {
    return engine().getDelegatedTask();
  }

  @Override
  public void closeInbound() throws SSLException {
    engine().closeInbound();
  }

  @Override
  public boolean isInboundDone() {
    return engine().isInboundDone();
  }

  @Override
  public void closeOutbound() {
    engine().closeOutbound();
  }

  @Override
  public boolean isOutboundDone() {
    return engine().isOutboundDone();
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return engine().getHandshakeStatus();
  }

  @Override
  public SSLSession getSession() {
    return engine().getSession();
  }

  @Override
  public SSLSession getHandshakeSession() {
    return engine().getHandshakeSession();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return engine().getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    engine().setSSLParameters(parameters);
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return engine().getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return engine().getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    engine().setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return engine().getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return engine().getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    engine().setEnabledProtocols(protocols);
  }

  @Override
  public void setUseClientMode(boolean mode) {
    engine().setUseClientMode(mode);
  }

  @Override
  public boolean getUseClientMode() {
    return engine().getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    engine().setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return engine().getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    engine().setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return engine().getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    engine().setEnableSessionCreation(flag);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return engine().getEnableSessionCreation();
  }

  @Override
  public String getApplicationProtocol() {
    return engine().getApplicationProtocol();
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    return engine().getHandshakeApplicationProtocol();
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLEngine, List<String>, String> selector) {
    engine().setHandshakeApplicationProtocolSelector(selector);
  }

  @Override
  public BiFunction<SSLEngine, List<String>, String> getHandshakeApplicationProtocolSelector() {
    return engine().getHandshakeApplicationProtocolSelector();
  }
}

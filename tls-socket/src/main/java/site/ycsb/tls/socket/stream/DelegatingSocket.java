package site.ycsb.tls.socket.stream;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLSocket;

/**
 * A client's {@link SSLSocket} over another socket, to which it delegates addresses and options.
 * What a driver sets of TLS has no effect. Subclasses add streams, closing and TLS.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // the carrier synchronizes
public abstract class DelegatingSocket extends SSLSocket {
  private final Socket carrier;

  /**
   * @param carrier the socket that carries the bytes
   */
  public DelegatingSocket(Socket carrier) {
    this.carrier = carrier;
  }

  public final Socket carrier() {
    return carrier;
  }

  @Override
  public void connect(SocketAddress address) throws IOException {
    connect(address, 0);
  }

  @Override
  public void connect(SocketAddress address, int timeout) throws IOException {
    carrier.connect(address, timeout);
  }

  @Override
  public void bind(SocketAddress address) throws IOException {
    carrier.bind(address);
  }

  @Override
  public InetAddress getInetAddress() {
    return carrier.getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return carrier.getLocalAddress();
  }

  @Override
  public int getPort() {
    return carrier.getPort();
  }

  @Override
  public int getLocalPort() {
    return carrier.getLocalPort();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return carrier.getRemoteSocketAddress();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return carrier.getLocalSocketAddress();
  }

  /** None: writing to the channel would bypass TLS and the counters. */
  @Override
  public SocketChannel getChannel() {
    return null;
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    carrier.setTcpNoDelay(on);
  }

  @Override
  public boolean getTcpNoDelay() throws SocketException {
    return carrier.getTcpNoDelay();
  }

  @Override
  public void setSoLinger(boolean on, int linger) throws SocketException {
    carrier.setSoLinger(on, linger);
  }

  @Override
  public int getSoLinger() throws SocketException {
    return carrier.getSoLinger();
  }

  /** Refuses: urgent data would not be encrypted. */
  @Override
  public void sendUrgentData(int data) throws IOException {
    throw new SocketException("urgent data cannot be sent on a TLS connection");
  }

  @Override
  public void setOOBInline(boolean on) throws SocketException {
    if (on) {
      throw new SocketException("urgent data cannot be received on a TLS connection");
    }
  }

  @Override
  public boolean getOOBInline() {
    return false;
  }

  @Override
  public void setSoTimeout(int timeout) throws SocketException {
    carrier.setSoTimeout(timeout);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return carrier.getSoTimeout();
  }

  @Override
  public void setSendBufferSize(int size) throws SocketException {
    carrier.setSendBufferSize(size);
  }

  @Override
  public int getSendBufferSize() throws SocketException {
    return carrier.getSendBufferSize();
  }

  @Override
  public void setReceiveBufferSize(int size) throws SocketException {
    carrier.setReceiveBufferSize(size);
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    return carrier.getReceiveBufferSize();
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    carrier.setKeepAlive(on);
  }

  @Override
  public boolean getKeepAlive() throws SocketException {
    return carrier.getKeepAlive();
  }

  @Override
  public void setTrafficClass(int trafficClass) throws SocketException {
    carrier.setTrafficClass(trafficClass);
  }

  @Override
  public int getTrafficClass() throws SocketException {
    return carrier.getTrafficClass();
  }

  @Override
  public void setReuseAddress(boolean on) throws SocketException {
    carrier.setReuseAddress(on);
  }

  @Override
  public boolean getReuseAddress() throws SocketException {
    return carrier.getReuseAddress();
  }

  @Override
  public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
    carrier.setPerformancePreferences(connectionTime, latency, bandwidth);
  }

  @Override
  public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
    carrier.setOption(name, value);
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) throws IOException {
    return carrier.getOption(name);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return carrier.supportedOptions();
  }

  @Override
  public boolean isConnected() {
    return carrier.isConnected();
  }

  @Override
  public boolean isBound() {
    return carrier.isBound();
  }

  @Override
  public boolean isClosed() {
    return carrier.isClosed();
  }

  @Override
  public boolean isInputShutdown() {
    return carrier.isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return carrier.isOutputShutdown();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return getEnabledCipherSuites();
  }

  @Override
  public String[] getSupportedProtocols() {
    return getEnabledProtocols();
  }

  /** Has no effect: the pin decides. */
  @Override
  public void setEnabledCipherSuites(String[] suites) {}

  /** Has no effect: the pin decides. */
  @Override
  public void setEnabledProtocols(String[] protocols) {}

  /** Has no effect: JSSE would start a thread for each handshake to call the listener. */
  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {}

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {}

  @Override
  public boolean getUseClientMode() {
    return true;
  }

  /** Has no effect: this is for servers. */
  @Override
  public void setNeedClientAuth(boolean need) {}

  @Override
  public boolean getNeedClientAuth() {
    return false;
  }

  /** Has no effect: this is for servers. */
  @Override
  public void setWantClientAuth(boolean want) {}

  @Override
  public boolean getWantClientAuth() {
    return false;
  }

  /** Has no effect: the options decide about resumption. */
  @Override
  public void setEnableSessionCreation(boolean flag) {}

  @Override
  public boolean getEnableSessionCreation() {
    return true;
  }

  /** Has no effect: this is for servers. */
  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLSocket, List<String>, String> selector) {}

  @Override
  public BiFunction<SSLSocket, List<String>, String> getHandshakeApplicationProtocolSelector() {
    return null;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + "[" + carrier + "]";
  }
}

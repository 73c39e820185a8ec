package site.ycsb.tls.benchmark;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.verify.KeyMaterial;

/** With the JDK's TLS alone: the same protocol, suite, verification and session state. */
final class BareClient implements Client {
  private final TlsOptions options;
  private final TrustManager[] trust;
  private final SecureRandom random = new SecureRandom();
  private final SSLContext shared;

  BareClient(TlsOptions options) throws IOException {
    this.options = options;
    this.trust = new TrustManager[] {KeyMaterial.trustManager(options.trust())};
    this.shared = newContext();
  }

  @Override
  public Socket connect(InetSocketAddress server) throws IOException {
    SSLSocket socket = (SSLSocket) context().getSocketFactory().createSocket();
    socket.setSSLParameters(parameters());
    socket.setTcpNoDelay(true);
    socket.connect(server);
    socket.startHandshake();
    return socket;
  }

  @Override
  public SSLEngine engine(InetSocketAddress server) throws IOException {
    SSLEngine engine = context().createSSLEngine(server.getHostString(), server.getPort());
    engine.setUseClientMode(true);
    engine.setSSLParameters(parameters());
    return engine;
  }

  private SSLParameters parameters() {
    SSLParameters parameters =
        new SSLParameters(
            new String[] {options.pin().cipherSuite().jsseName()},
            new String[] {options.pin().protocol().toString()});
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    return parameters;
  }

  private SSLContext context() throws IOException {
    return options.resumption().isOff() ? newContext() : shared;
  }

  private SSLContext newContext() throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust, random);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}

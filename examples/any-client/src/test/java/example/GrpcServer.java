package example;

import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.TlsServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSession;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.pin.ServerKey;

/** The service of {@link GrpcClient}, on a plain port and on one with gRPC's own TLS. */
final class GrpcServer implements AutoCloseable {
  private static final byte[] NOTHING = {};

  private final Map<String, byte[]> records = new ConcurrentHashMap<>();
  private final Set<String> suites = ConcurrentHashMap.newKeySet();
  private final Server plain;
  private final Server tls;
  final Path ca;

  GrpcServer(Path directory) throws IOException {
    CertificateStore store = CertificateStore.in(directory);
    CertificateFiles files = store.serverCertificate(ServerKey.parse("RSA-2048"));
    ca = store.caFile();
    plain = start(InsecureServerCredentials.create());
    tls = start(TlsServerCredentials.create(files.certificate().toFile(), files.key().toFile()));
  }

  private Server start(ServerCredentials credentials) throws IOException {
    return NettyServerBuilder.forAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), credentials)
        .addService(
            ServerServiceDefinition.builder("records.Records")
                .addMethod(GrpcClient.CALL, ServerCalls.asyncUnaryCall(this::answer))
                .build())
        .intercept(new Witness())
        .build()
        .start();
  }

  /** Remembers the suites of the connections that calls came over. */
  private final class Witness implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
      if (session != null) {
        suites.add(session.getCipherSuite());
      }
      return next.startCall(call, headers);
    }
  }

  private void answer(byte[] request, StreamObserver<byte[]> response) {
    String[] words = new String(request, StandardCharsets.UTF_8).split(" ", 3);
    switch (words[0]) {
      case "PUT" -> records.put(words[1], words[2].getBytes(StandardCharsets.UTF_8));
      case "DELETE" -> records.remove(words[1]);
      default -> {}
    }
    response.onNext(records.getOrDefault(words[1], NOTHING));
    response.onCompleted();
  }

  int port() {
    return plain.getPort();
  }

  int tlsPort() {
    return tls.getPort();
  }

  /** Since the last question. */
  Set<String> suites() {
    Set<String> seen = Set.copyOf(suites);
    suites.clear();
    return seen;
  }

  @Override
  public void close() {
    plain.shutdownNow();
    tls.shutdownNow();
  }
}

package example;

import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import site.ycsb.DBException;

/**
 * A service through gRPC: a call takes {@code GET key}, {@code PUT key value} or {@code DELETE key}
 * and answers with the value. One channel for each thread.
 */
public class GrpcClient extends ReadAndWrite {
  static final MethodDescriptor<byte[], byte[]> CALL =
      MethodDescriptor.newBuilder(new Bytes(), new Bytes())
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("records.Records/Call")
          .build();

  private ManagedChannel channel;

  /** Messages as they are, without Protocol Buffers. */
  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream message) {
      try {
        return message.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void init() throws DBException {
    try {
      channel =
          Grpc.newChannelBuilder("dns:///localhost:" + property("grpc.port", ""), credentials())
              .build();
      // It connects with its first call.
      call("GET none");
    } catch (IOException | RuntimeException e) {
      throw cannotConnect(e);
    }
  }

  private ChannelCredentials credentials() throws IOException {
    return Boolean.parseBoolean(property("grpc.tls", "false"))
        ? TlsChannelCredentials.newBuilder().trustManager(new File(property("grpc.ca", ""))).build()
        : InsecureChannelCredentials.create();
  }

  private String call(String request) {
    return new String(
        ClientCalls.blockingUnaryCall(
            channel, CALL, CallOptions.DEFAULT, request.getBytes(StandardCharsets.UTF_8)),
        StandardCharsets.UTF_8);
  }

  @Override
  void write(String key, Map<String, String> fields) {
    call("PUT " + key + " " + String.join("", fields.values()));
  }

  @Override
  Map<String, String> read(String key) {
    return Map.of("value", call("GET " + key));
  }

  @Override
  void remove(String key) {
    call("DELETE " + key);
  }

  @Override
  public void cleanup() throws DBException {
    if (channel != null) {
      try {
        channel.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new DBException(e);
      }
    }
  }
}

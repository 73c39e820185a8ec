package site.ycsb.tls.dynamodb;

import java.net.URI;
import java.time.Duration;
import site.ycsb.tls.socket.Transport;
import software.amazon.awssdk.awscore.endpoints.AccountIdEndpointMode;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Makes the SDK's clients, whose connections all come from the transport. Thread-safe.
 *
 * <p>The SDK gets an {@code https} endpoint even for plain: only then does its HTTP client use the
 * transport's socket, and the plain transport's passes bytes through. So a plain run and a pinned
 * one differ in TLS only.
 */
record DynamoDbConnector(DynamoDbOptions options, Transport transport) {
  private static final Duration CONNECTING = Duration.ofSeconds(5);

  /** The longest wait for a server's first answer. */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  /** The SDK's own default. */
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(30);

  /** A client for the set-up, which does not wait long for a silent server. */
  DynamoDbSession probing() {
    return session(1, SILENCE);
  }

  /** A client for one thread, with one connection. */
  DynamoDbSession single() {
    return session(1, SOCKET_TIMEOUT);
  }

  /** A client for all threads, with a pool of connections. */
  DynamoDbSession shared() {
    return session(options.maxConnections(), SOCKET_TIMEOUT);
  }

  private DynamoDbSession session(int connections, Duration patience) {
    ConnectionSource source = new ConnectionSource(transport);
    return new DynamoDbSession(client(source, connections, patience), source);
  }

  private DynamoDbClient client(ConnectionSource source, int connections, Duration patience) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create("https://" + options.host() + ":" + options.port()))
        .region(options.region())
        .credentialsProvider(options.credentials())
        // A retried operation would count as one slow success, and a throttled one would not be
        // counted.
        .overrideConfiguration(o -> o.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .endpointDiscoveryEnabled(false)
        .accountIdEndpointMode(AccountIdEndpointMode.DISABLED)
        .httpClientBuilder(
            Apache5HttpClient.builder()
                .tlsSocketStrategy(source)
                .dnsResolver(source)
                .maxConnections(connections)
                .connectionAcquisitionTimeout(SOCKET_TIMEOUT)
                .socketTimeout(patience)
                .connectionTimeout(CONNECTING)
                .useIdleConnectionReaper(false)
                // A proxy of the environment would add another TLS connection in between.
                .proxyConfiguration(
                    ProxyConfiguration.builder()
                        .useSystemPropertyValues(false)
                        .useEnvironmentVariableValues(false)
                        .build()))
        .build();
  }
}

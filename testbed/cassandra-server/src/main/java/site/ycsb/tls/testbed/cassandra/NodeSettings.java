package site.ycsb.tls.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.server.ServerTls;

/**
 * The settings of one node, for {@code cassandra.yaml}.
 *
 * @param directory of the node: settings, key stores, log; its data are below
 * @param address the node's own, {@code 127.0.0.1} and so on
 * @param seed the address of the node that knows the ring
 * @param token the beginning of the node's share of the ring
 * @param clientPort the first of its ports for clients, which it tells them
 * @param storagePort for other nodes; the same in the whole ring
 * @param internode TLS of the storage port; empty = plain
 */
record NodeSettings(
    Path directory,
    String address,
    String seed,
    long token,
    int clientPort,
    int storagePort,
    Optional<ServerTls> internode) {

  /** The name of the storage port, for listener and witness. */
  static final String INTERNODE = "internode";

  /** The directory of the node's data. */
  Path data() {
    return directory.resolve("data");
  }

  /** Must exist; otherwise the log has an error about it that hides the real one. */
  private Path triggers() {
    return directory.resolve("triggers");
  }

  private Path temporary() {
    return directory.resolve("tmp");
  }

  /** Writes the settings and the key stores that they name. */
  Path write() throws IOException {
    Files.createDirectories(data());
    Files.createDirectories(triggers());
    Files.createDirectories(temporary());
    Path file = directory.resolve("cassandra.yaml");
    StringBuilder yaml = new StringBuilder(general());
    if (internode.isPresent()) {
      yaml.append(encryption(internode.get()));
    }
    Files.writeString(file, yaml);
    return file;
  }

  private String general() {
    return """
        cluster_name: 'YCSB-TLS test ring'
        partitioner: org.apache.cassandra.dht.Murmur3Partitioner
        num_tokens: 1
        initial_token: '%d'
        auto_bootstrap: false
        endpoint_snitch: SimpleSnitch
        seed_provider:
          - class_name: org.apache.cassandra.locator.SimpleSeedProvider
            parameters:
              - seeds: '%s:%d'
        listen_address: %s
        rpc_address: %s
        start_native_transport: false
        native_transport_port: %d
        storage_port: %d
        # Compression would hide bytes from TLS.
        internode_compression: none
        commitlog_sync: periodic
        commitlog_sync_period: 1000ms
        auto_snapshot: false
        # The nodes and the client share the machine: one that gets no CPU for a while is not dead.
        # 16 is the most that Cassandra takes, about half a minute without a sign of life; the stock 8 is half.
        phi_convict_threshold: 16
        # A busy machine must not make operations fail.
        read_request_timeout: 10s
        range_request_timeout: 10s
        write_request_timeout: 10s
        truncate_request_timeout: 60s
        request_timeout: 10s
        """
        .formatted(token, seed, storagePort, address, address, clientPort, storagePort);
  }

  private String encryption(ServerTls tls) throws IOException {
    CertifiedKey certified = CertifiedKey.read(tls.certificate(), tls.key());
    CertificateFiles files = CertificateFiles.in(directory, INTERNODE);
    files.write(certified);
    return """
        server_encryption_options:
          internode_encryption: all
          optional: false
          keystore: '%s'
          keystore_password: %s
          truststore: '%s'
          truststore_password: %s
          store_type: PKCS12
          require_client_auth: false
          ssl_context_factory:
            class_name: %s
            parameters:
              %s: %s
              %s: %s
              %s: %s
              %s: %s
        """
        .formatted(
            inQuotes(files.keystore()),
            CertificateFiles.PASSWORD,
            // All nodes have the same certificate, and as a trust store the file trusts only that.
            inQuotes(files.keystore()),
            CertificateFiles.PASSWORD,
            PinnedSslContextFactory.class.getName(),
            PinnedSslContextFactory.PORT,
            INTERNODE,
            PinnedSslContextFactory.PROTOCOL,
            tls.pin().protocol(),
            PinnedSslContextFactory.CIPHER,
            tls.pin().cipherSuite().name(),
            PinnedSslContextFactory.KEY,
            ServerKey.of(certified.certificate().getPublicKey()));
  }

  /** As YAML wants it between single quotes. */
  private static String inQuotes(Path file) {
    return file.toString().replace("'", "''");
  }

  /** The JVM's arguments for this node, without its heap. */
  List<String> jvmArguments() {
    return List.of(
        "-Dcassandra.config=" + directory.resolve("cassandra.yaml").toUri(),
        "-Dcassandra.storagedir=" + data(),
        "-Dcassandra.triggers_dir=" + triggers(),
        // Libraries unpack native code there, and a node that is killed removes nothing.
        "-Djava.io.tmpdir=" + temporary(),
        "-Djna.tmpdir=" + temporary(),
        "-Dcassandra-foreground=yes",
        // A joining node waits this long for messages of others; the default is 30 s.
        "-Dcassandra.ring_delay_ms=10000",
        "-Dcassandra.skip_wait_for_gossip_to_settle=0",
        "-Dcassandra.shutdown_announce_in_ms=0",
        "-XX:+ExitOnOutOfMemoryError",
        // The JDK's TLS, not BoringSSL: that cannot pin a suite of TLS 1.3. (The name is
        // Cassandra's.)
        "-Dcassandra.disable_tcactive_openssl=true");
  }
}

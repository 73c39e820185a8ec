package site.ycsb.tls.cli;

import static site.ycsb.tls.certificate.CertificateFiles.PASSWORD;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.file.FileFailure;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.property.UsageException;

/** {@code bin/ycsb certs}: a test authority, server certificates and a client certificate. */
@Command(
    name = "certs",
    header = "Create a test authority, server certificates and a client certificate.",
    description = {
      "",
      "One authority signs all server certificates, so that they can be compared. If DIR already"
          + " holds an authority, that one is used: to add a key size later, repeat the command with"
          + " it. For tests only: anyone who can read DIR can impersonate your server.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bin/ycsb certs certs",
      "  bin/ycsb certs --fleet fleet",
      "  bin/ycsb certs pq --keysize ML-DSA-65 --ca-keysize ML-DSA-65",
      "  bin/ycsb certs certs --keysize 2048,4096,EC-256 \\",
      "      --host db1.example.com --host 10.0.0.7"
    })
final class CertsCommand extends CommonOptions implements Callable<Integer> {
  private static final ServerKey CLIENT_KEY = ServerKey.parse("EC-256");

  /** With DHE suites a client offers no curves, and OpenSSL takes no ECDSA key then. */
  private static final ServerKey RSA_CLIENT_KEY = ServerKey.parse("RSA-2048");

  private static final int MOST_DAYS = 3650;

  @Parameters(
      paramLabel = "DIR",
      description = "Directory for the files; it is created if it does not exist.")
  private Path directory;

  @Option(
      names = "--keysize",
      paramLabel = "KEY",
      split = ",",
      defaultValue = "2048",
      description =
          "Server keys, as in tls.keysize: 1024 to 16384 (RSA), EC-256, EC-384, EC-521, Ed25519,"
              + " ML-DSA-44, ML-DSA-65, ML-DSA-87 (${DEFAULT-VALUE}).")
  private List<String> keys;

  @Option(
      names = "--ca-keysize",
      paramLabel = "KEY",
      description =
          "Key of a new authority (RSA-2048, for any server key). With another key, verifying the"
              + " certificates costs more or less.")
  private String authorityKey;

  @Option(
      names = "--host",
      paramLabel = "NAME",
      split = ",",
      description =
          "Name or address of the server, in addition to localhost and 127.0.0.1 to 127.0.0.3;"
              + " repeatable.")
  private List<String> hosts = new ArrayList<>();

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "" + CertificateAuthority.DEFAULT_DAYS,
      description =
          "How long the certificates are valid, 1 to " + MOST_DAYS + " (${DEFAULT-VALUE}).")
  private int days;

  @Option(
      names = "--fleet",
      description =
          "Create the certificates of a fleet instead ('bin/ycsb agent'). Anyone who has DIR can join"
              + " the fleet.")
  private boolean fleet;

  @Option(names = "--force", description = "Overwrite existing server certificates.")
  private boolean force;

  @Override
  public Integer call() throws IOException {
    if (days < 1 || days > MOST_DAYS) {
      throw new UsageException("--days " + days + ": expected 1 to " + MOST_DAYS);
    }
    // Servers change their working directory before they read their files.
    directory = directory.toAbsolutePath().normalize();
    if (fleet) {
      CommandLines.refuse(
          spec,
          "all members of a fleet have the same certificate, without a server's name",
          "--keysize",
          "--ca-keysize",
          "--host");
      makeFleet();
      return 0;
    }
    Map<ServerKey, CertificateFiles> servers = new LinkedHashMap<>();
    for (String key : keys) {
      ServerKey parsed = key("--keysize", key);
      servers.put(parsed, CertificateFiles.in(directory, "server-" + parsed));
    }
    servers.values().forEach(this::requireNew);
    boolean authorityExists = authorityExists();
    CertificateAuthority authority = authority(authorityExists);
    // All certificates are made before anything is written: a bad host name leaves no files behind.
    Map<CertificateFiles, CertifiedKey> made = new LinkedHashMap<>();
    servers.forEach((key, files) -> made.put(files, server(authority, key)));
    CertificateFiles client = CertificateFiles.in(directory, "client");
    CertificateFiles rsaClient = CertificateFiles.in(directory, "client-" + RSA_CLIENT_KEY);
    Map<CertificateFiles, LocalDate> kept = new LinkedHashMap<>();
    for (var each : Map.of(client, CLIENT_KEY, rsaClient, RSA_CLIENT_KEY).entrySet()) {
      if (force || !Files.exists(each.getKey().certificate())) {
        made.put(
            each.getKey(),
            authority.issueClient(each.getValue(), "ycsb client", Validity.days(days)));
      } else {
        kept.put(each.getKey(), lastDay(certificate(each.getKey(), authority)));
      }
    }
    write(authorityExists ? Optional.empty() : Optional.of(authority), made);
    LocalDate ends = lastDay(authority.certificate());
    printServers(authorityExists, ends.isBefore(lastDay()) ? ends : lastDay(), servers);
    printClients(client, rsaClient, kept);
    return 0;
  }

  /** One that is there; a server that trusts another authority would refuse it. */
  private static X509Certificate certificate(CertificateFiles kept, CertificateAuthority authority)
      throws IOException {
    X509Certificate certificate = kept.read().certificate();
    if (!authority.signed(certificate)) {
      throw new UsageException(
          "%s is of another authority than the servers' certificates; give another directory, or --force to replace it"
              .formatted(kept.certificate()));
    }
    return certificate;
  }

  private CertificateAuthority authority(boolean exists) throws IOException {
    Optional<ServerKey> wanted =
        Optional.ofNullable(authorityKey).map(text -> key("--ca-keysize", text));
    if (!exists) {
      return CertificateAuthority.create(wanted.orElse(CertificateAuthority.DEFAULT_KEY));
    }
    CertificateAuthority authority = CertificateAuthority.load(directory);
    if (authority.certificate().getNotAfter().toInstant().isBefore(Instant.now())) {
      throw new UsageException(
          "the authority in %s was valid until %s, and so would be all that it signs; give another directory"
              .formatted(directory, lastDay(authority.certificate())));
    }
    if (wanted.isPresent()) {
      ServerKey found = ServerKey.of(authority.certificate().getPublicKey());
      if (!wanted.get().equals(found)) {
        throw new UsageException(
            "--ca-keysize %s: the authority in %s has the key %s; give another directory, or leave out --ca-keysize"
                .formatted(authorityKey, directory, found));
      }
    }
    return authority;
  }

  private void makeFleet() {
    FleetCertificates certificates = new FleetCertificates(directory);
    requireNew(certificates.member());
    if (Files.exists(CertificateAuthority.keyFile(directory))) {
      throw new UsageException(
          directory + " holds an authority for servers; give a fleet another directory");
    }
    try {
      certificates.create(Validity.days(days));
    } catch (IOException e) {
      throw unwritable(e);
    }
    say(
        "Certificates of a fleet: %s, valid until %s%n%n"
            + "Copy the directory to each machine, readable by nobody else: anyone who has it can join the fleet.%n%n"
            + "  coordinator  bin/ycsb run ... --agents N --listen HOST:PORT --fleet %s%n"
            + "  each agent   bin/ycsb agent --join HOST:PORT --fleet %s",
        directory, lastDay(), quote(directory), quote(directory));
  }

  private UsageException unwritable(IOException e) {
    return new UsageException(
        "cannot write to the directory %s: %s; give another directory"
            .formatted(directory, FileFailure.inWords(e)),
        e);
  }

  private static ServerKey key(String option, String text) {
    try {
      return ServerKey.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + " " + text + ": " + e.getMessage(), e);
    }
  }

  private void requireNew(CertificateFiles files) {
    if (!force && Files.exists(files.certificate())) {
      throw new UsageException(
          files.certificate()
              + " exists; give another directory or key size, or --force to replace it");
    }
  }

  private boolean authorityExists() {
    boolean certificate = Files.exists(CertificateAuthority.certificateFile(directory));
    boolean key = Files.exists(CertificateAuthority.keyFile(directory));
    if (certificate != key) {
      throw new UsageException(
          "%s holds only one of ca.pem and ca-key.pem; give another directory"
              .formatted(directory));
    }
    return certificate;
  }

  private CertifiedKey server(CertificateAuthority authority, ServerKey key) {
    if (key.algorithm() == ServerKey.Algorithm.RSA && key.bits() > 4096) {
      note("Generating the key " + key + "; this can take half a minute.");
    }
    try {
      return authority.issueServer(key, names(), Validity.days(days));
    } catch (IllegalArgumentException e) {
      throw new UsageException("no server certificate was created: " + e.getMessage(), e);
    }
  }

  private List<String> names() {
    return Stream.concat(CertificateAuthority.DEFAULT_HOSTS.stream(), hosts.stream())
        .distinct()
        .toList();
  }

  private void write(
      Optional<CertificateAuthority> newAuthority, Map<CertificateFiles, CertifiedKey> made) {
    try {
      if (newAuthority.isPresent()) {
        newAuthority.get().save(directory);
      }
      for (Map.Entry<CertificateFiles, CertifiedKey> entry : made.entrySet()) {
        entry.getKey().write(entry.getValue());
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  private void printServers(
      boolean authorityExisted, LocalDate lastDay, Map<ServerKey, CertificateFiles> servers) {
    Path ca = CertificateAuthority.certificateFile(directory);
    say(
        "%s authority: %s  (PKCS12: %s, password %s)",
        authorityExisted ? "The same" : "A new",
        ca,
        CertificateAuthority.truststoreFile(directory),
        PASSWORD);
    say("Valid until %s for %s%n", lastDay, String.join(", ", names()));
    servers.forEach(
        (key, files) -> {
          say("Server with a key %s", key);
          line("certificate, key", files.certificate() + "  " + files.key());
          line("both in one file", files.combined() + "  (MongoDB: tlsCertificateKeyFile)");
          line("PKCS12", files.keystore() + "  (Java; password " + PASSWORD + ")");
          line("client properties", CommandLines.property("tls.ca", ca) + " -p tls.keysize=" + key);
          say("");
        });
    if (System.getProperty("user.name").equals("root")) {
      out().print(forAnotherUser(directory));
    }
  }

  /**
   * Says how a client names its certificates.
   *
   * @param kept those that were there, with their last days
   */
  private void printClients(
      CertificateFiles client, CertificateFiles rsaClient, Map<CertificateFiles, LocalDate> kept) {
    say("Client, where the server asks for a certificate (give the server ca.pem to trust)");
    line(
        "client properties",
        CommandLines.property("tls.cert", client.certificate())
            + " "
            + CommandLines.property("tls.key", client.key()));
    line("PKCS12", client.keystore() + "  (password " + PASSWORD + ")");
    line(
        "with DHE suites",
        CommandLines.property("tls.cert", rsaClient.certificate())
            + " "
            + CommandLines.property("tls.key", rsaClient.key()));
    for (CertificateFiles each : List.of(client, rsaClient)) {
      if (kept.containsKey(each)) {
        line(
            "made before",
            "%s, valid until %s; --force makes a new one"
                .formatted(each.certificate().getFileName(), kept.get(each)));
      }
    }
  }

  /** What root enters in a shell: a folder's name must not be more than one word there. */
  static String forAnotherUser(Path directory) {
    return """
        Only root can read the keys. A server that runs as another user (mysql, postgres, mongodb) needs:
          chown USER %s/server-*
          chmod a+x %s

        """
        .formatted(quote(directory), quote(directory));
  }

  private static String quote(Path path) {
    return CommandLines.quote(path.toString());
  }

  private LocalDate lastDay() {
    return LocalDate.now(ZoneOffset.UTC).plusDays(days);
  }

  private static LocalDate lastDay(X509Certificate certificate) {
    return LocalDate.ofInstant(certificate.getNotAfter().toInstant(), ZoneOffset.UTC);
  }

  private void line(String what, String text) {
    say("  %-18s %s", what, text);
  }
}

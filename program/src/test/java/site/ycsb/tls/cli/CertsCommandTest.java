package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.property.UsageException;

class CertsCommandTest {
  /** With an authority and certificates, made once: in a new JVM an RSA key takes a second. */
  @TempDir private static Path made;

  private static String output;

  @TempDir Path parent;

  @BeforeAll
  static void make() throws IOException {
    output = run(made, "--keysize", "RSA-1024,EC-256", "--host", "db.example", "--days", "7");
  }

  private static Path copyTo(Path directory) throws IOException {
    Files.createDirectories(directory);
    try (Stream<Path> files = Files.list(made)) {
      for (Path file : files.toList()) {
        Files.copy(
            file,
            directory.resolve(file.getFileName().toString()),
            StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
    return directory;
  }

  @Test
  void makesAnAuthorityAndACertificateForEachKey() throws IOException {
    CertificateAuthority authority = CertificateAuthority.load(made);
    for (String key : List.of("RSA-1024", "EC-256")) {
      X509Certificate certificate = certificate(made, "server-" + key);
      assertThat(authority.signed(certificate)).isTrue();
      assertThat(ServerKey.of(certificate.getPublicKey())).hasToString(key);
      assertThat(certificate.getNotAfter().toInstant())
          .isBefore(Instant.now().plus(Duration.ofDays(7)))
          .isAfter(Instant.now().plus(Duration.ofDays(6)));
      assertThat(output)
          .contains("-p tls.ca=" + made.resolve("ca.pem") + " -p tls.keysize=" + key)
          .contains(made.resolve("server-" + key + "-key.pem").toString());
    }
    assertThat(authority.signed(certificate(made, "client"))).isTrue();
    assertThat(output).contains("localhost, 127.0.0.1, 127.0.0.2, 127.0.0.3, db.example");
  }

  /** Root would change the owner of another folder. */
  @Test
  void whatIsPrintedForAShellIsQuoted() throws IOException {
    Path certs = copyTo(parent.resolve("my certs; $(x)"));

    assertThat(CertsCommand.forAnotherUser(certs))
        .contains("  chown USER '" + certs + "'/server-*\n", "  chmod a+x '" + certs + "'\n");
    assertThat(run(certs, "--keysize", "EC-384"))
        .contains(
            "-p 'tls.ca=" + certs.resolve("ca.pem") + "' -p tls.keysize=EC-384",
            "-p 'tls.cert=" + certs.resolve("client.pem") + "' -p 'tls.key=");
  }

  @Test
  void addsToAnAuthorityThatIsThere() throws IOException {
    copyTo(parent);
    X509Certificate authority = CertificateAuthority.load(parent).certificate();
    X509Certificate client = certificate(parent, "client");

    assertThat(run(parent, "--keysize", "EC-384")).startsWith("The same authority");

    assertThat(CertificateAuthority.load(parent).certificate()).isEqualTo(authority);
    assertThat(certificate(parent, "client")).isEqualTo(client);
    assertThat(CertificateAuthority.load(parent).signed(certificate(parent, "server-EC-384")))
        .isTrue();
  }

  /** A client's certificate that ended long ago, or servers' that outlive their authority. */
  @Test
  void whatIsThereIsNotSaidToBeValidAsLongAsWhatIsNew() throws IOException {
    CertificateAuthority.create(Validity.days(30)).save(parent);
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    assertThat(run(parent, "--keysize", "EC-256", "--days", "2"))
        .contains("Valid until " + today.plusDays(2) + " for localhost")
        .doesNotContain("made before");

    assertThat(run(parent, "--keysize", "EC-384", "--days", "90"))
        .contains(
            "Valid until " + today.plusDays(30) + " for localhost",
            "client.pem, valid until " + today.plusDays(2) + "; --force makes a new one",
            "client-RSA-2048.pem, valid until " + today.plusDays(2) + "; --force");
  }

  /** As after its authority was removed: servers that trust the new one would refuse it. */
  @Test
  void refusesToKeepAClientsCertificateOfAnotherAuthority() throws IOException {
    run(parent, "--keysize", "EC-256");
    Files.delete(CertificateAuthority.certificateFile(parent));
    Files.delete(CertificateAuthority.keyFile(parent));

    assertThatThrownBy(() -> run(parent, "--keysize", "EC-384"))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching(
            parent + "/client.*pem is of another authority than .* --force to replace it");
    assertThat(CertificateAuthority.certificateFile(parent)).doesNotExist();

    run(parent, "--keysize", "EC-384", "--force");
    assertThat(CertificateAuthority.load(parent).signed(certificate(parent, "client"))).isTrue();
  }

  @Test
  void refusesAnAuthorityThatHasEnded() throws IOException {
    CertificateAuthority.create(Validity.expired()).save(parent);
    LocalDate yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1);

    assertThatThrownBy(() -> run(parent, "--keysize", "EC-256"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("the authority in " + parent + " was valid until " + yesterday)
        .hasMessageEndingWith("; give another directory");
    assertThat(parent.resolve("server-EC-256.pem")).doesNotExist();
  }

  @Test
  void aNewAuthorityHasTheKeyThatIsAskedFor() throws IOException {
    run(parent, "--keysize", "ML-DSA-65", "--ca-keysize", "ML-DSA-44");

    CertificateAuthority authority = CertificateAuthority.load(parent);
    X509Certificate server = certificate(parent, "server-ML-DSA-65");
    assertThat(ServerKey.of(authority.certificate().getPublicKey())).hasToString("ML-DSA-44");
    assertThat(ServerKey.of(server.getPublicKey())).hasToString("ML-DSA-65");
    assertThat(authority.signed(server)).isTrue();
    assertThatThrownBy(() -> run(parent, "--keysize", "EC-256", "--ca-keysize", "RSA-2048"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--ca-keysize RSA-2048: the authority in")
        .hasMessageContaining("has the key ML-DSA-44");
  }

  @Test
  void replacesACertificateOnlyWhenForced() throws IOException {
    copyTo(parent);
    X509Certificate first = certificate(parent, "server-EC-256");

    assertThatThrownBy(() -> run(parent, "--keysize", "EC-256"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("server-EC-256.pem exists")
        .hasMessageContaining("--force");
    assertThat(certificate(parent, "server-EC-256")).isEqualTo(first);

    run(parent, "--keysize", "EC-256", "--force");
    assertThat(certificate(parent, "server-EC-256")).isNotEqualTo(first);
  }

  @Test
  void leavesNothingBehindAfterBadInput() {
    Path bad = parent.resolve("bad");

    assertThatThrownBy(() -> run(bad, "--keysize", "17")).hasMessageContaining("--keysize 17");
    assertThatThrownBy(() -> run(bad, "--keysize", "EC-256", "--host", "a b"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("'a b'");
    assertThatThrownBy(() -> run(bad, "--days", "0"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--days 0");
    assertThat(bad).doesNotExist();
  }

  @Test
  void aFleetTakesNoOptionsOfServers() throws IOException {
    Path fleet = parent.resolve("my fleet; $(x)");
    for (String option : List.of("--host=10.0.0.7", "--keysize=4096", "--ca-keysize=EC-256")) {
      assertThatThrownBy(() -> run(fleet, "--fleet", option))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(option.replaceFirst("=.*", "") + " has no effect here: ");
    }
    assertThat(fleet).doesNotExist();

    assertThat(run(fleet, "--fleet", "--days", "7"))
        .startsWith("Certificates of a fleet: " + fleet)
        .contains("--agents N --listen HOST:PORT --fleet '" + fleet + "'");
    assertThat(new FleetCertificates(fleet).context().getProtocol()).isEqualTo("TLS");
  }

  @Test
  void doesNotTouchAnAuthorityWithoutItsKey() throws IOException {
    Path foreign = Files.writeString(parent.resolve("ca.pem"), "somebody's own");

    assertThatThrownBy(() -> run(parent))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("only one of ca.pem and ca-key.pem");
    assertThat(foreign).hasContent("somebody's own");
  }

  @Test
  void refusesAFileAsDirectory() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertThatThrownBy(() -> run(file, "--keysize", "EC-256"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("cannot write to the directory " + file + ": ")
        .hasMessageEndingWith("; give another directory")
        .hasMessageNotContaining("Exception");
  }

  private static X509Certificate certificate(Path directory, String name) throws IOException {
    return CertificateFiles.in(directory, name).read().certificate();
  }

  /** What it prints; what it throws is thrown. */
  private static String run(Path directory, String... options) throws IOException {
    StringWriter out = new StringWriter();
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.add(directory.toString());
    CertsCommand certs = new CertsCommand();
    new CommandLine(certs).setOut(new PrintWriter(out)).parseArgs(arguments.toArray(String[]::new));
    certs.call();
    return out.toString();
  }
}

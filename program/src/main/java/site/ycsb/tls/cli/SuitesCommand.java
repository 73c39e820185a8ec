package site.ycsb.tls.cli;

import java.io.IOException;
import java.security.Security;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.PlainTable;
import site.ycsb.tls.cli.option.Terminal;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.ServerAnswer;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.probe.SuiteAvailability.Status;
import site.ycsb.tls.property.HostPort;
import site.ycsb.tls.property.UsageException;

/** {@code bin/ycsb suites}: what can be pinned in this JVM, or at a server. */
@Command(
    name = "suites",
    header = "List the cipher suites that can be pinned: in this JVM, or at a server.",
    description = {
      "",
      "Without HOST:PORT: what a client in this JVM can offer, and what it could with"
          + " tls.legacy=true. With HOST:PORT: which of these that server accepts, its groups, its key"
          + " and its certificate. It opens one connection for each suite and group and sends nothing"
          + " after the handshake. MySQL and PostgreSQL switch to TLS after the connection has begun:"
          + " they need --starttls. MySQL counts each refused suite as a failed connection, and blocks"
          + " this host after max_connect_errors (100) of them.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  bin/ycsb suites",
      "  bin/ycsb suites db.example.com:27017",
      "  bin/ycsb suites --starttls mysql db.example.com:3306",
      "  bin/ycsb suites --legacy db.example.com:27017",
      "      asks for TLS 1.0 and 1.1, 3DES, RC4 and NULL, too"
    })
final class SuitesCommand extends CommonOptions implements Callable<Integer> {
  private static final int LINE = 96;

  /** Of a column. */
  private static final int WIDEST = 120;

  @Parameters(
      arity = "0..1",
      paramLabel = "HOST:PORT",
      description = "The server to ask, for example localhost:27017 or [::1]:27017.")
  private String address;

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "JSSE provider, as in tls.provider (the JVM's default).")
  private String provider;

  @Option(
      names = "--legacy",
      description = "Allow what this JVM has disabled, as tls.legacy=true does.")
  private boolean legacy;

  @Option(
      names = "--starttls",
      paramLabel = "PROTOCOL",
      description =
          "Protocol that switches to TLS, as openssl s_client names it: mysql, postgres (none).")
  private String startTls;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "How long to wait for a server's answer, 1 to 600 (${DEFAULT-VALUE}).")
  private int timeout;

  /** Before {@code --legacy} lifts it. */
  private String disabledHere;

  @Override
  public Integer call() throws IOException {
    if (timeout < 1 || timeout > 600) {
      throw new UsageException("--timeout " + timeout + ": expected 1 to 600 seconds");
    }
    Optional<StartTls> before = Optional.ofNullable(startTls).map(StartTls::parse);
    if (before.isPresent() && address == null) {
      throw new UsageException(
          "--starttls " + startTls + ": expected a server to ask; give its HOST:PORT, too");
    }
    if (address == null) {
      CommandLines.refuse(spec, "no server is asked without its HOST:PORT", "--timeout");
    }
    disabledHere = String.valueOf(Security.getProperty("jdk.tls.disabledAlgorithms"));
    if (legacy) {
      JvmTls.liftDisabledAlgorithms();
    }
    if (address == null) {
      printJvm(suites());
    } else {
      HostPort server = server(address);
      printServer(suites(), server, before);
    }
    out().flush();
    return 0;
  }

  private JvmSuites suites() {
    return provider == null ? JvmSuites.ofDefaultProvider() : JvmSuites.ofProvider(provider);
  }

  private static HostPort server(String text) {
    try {
      return HostPort.parseWithPort(text, "localhost:27017");
    } catch (IllegalArgumentException e) {
      throw new UsageException("'" + text + "' is no address; " + e.getMessage(), e);
    }
  }

  private void printJvm(JvmSuites suites) {
    Map<Status, List<SuiteAvailability>> byStatus =
        suites.all().stream().collect(Collectors.groupingBy(SuiteAvailability::status));
    List<Row> available = Row.of(byStatus.getOrDefault(Status.AVAILABLE, List.of()));
    List<Row> disabled = Row.of(byStatus.getOrDefault(Status.NEEDS_LEGACY, List.of()));

    say(
        "Cipher suites that a client can pin here (Java %s, %s%s):%n",
        Runtime.version(), suites.provider(), legacy ? ", tls.legacy=true" : "");
    say(table(available, "server key", row -> keys(row.suite)));
    say("");
    if (!disabled.isEmpty()) {
      say(
          "Only with -p tls.legacy=true, as this JVM disables them (the last column is the entry in");
      say("its security property jdk.tls.disabledAlgorithms):");
      say("");
      say(table(disabled, "disabled by", Row::reasons));
      say("");
    }
    byStatus.getOrDefault(Status.UNAVAILABLE, List.of()).stream()
        .collect(
            Collectors.groupingBy(
                SuiteAvailability::reason,
                LinkedHashMap::new,
                Collectors.mapping(
                    pair -> pair.suite().name(), Collectors.toCollection(LinkedHashSet::new))))
        .forEach((reason, names) -> printNames("Not possible, as " + reason + ":", names));
    List<NamedGroup> groups = suites.groups();
    if (!groups.isEmpty()) {
      say("Groups of the key exchange in TLS 1.3 (tls.group): " + names(groups));
      List<NamedGroup> shares = suites.keySharesByItself();
      if (!shares.isEmpty()) {
        say(
            "Without tls.group %s is pinned; left open (tls.group=any), a client sends key shares for %s.",
            TlsOptions.DEFAULT_GROUP, names(shares));
      }
      say("");
    }
    say("A pin is one suite in one protocol version: -p tls.cipher=NAME, in either spelling, and");
    say("-p tls.protocol=VERSION where it should not be the newest one.");
    say("What a server accepts: bin/ycsb suites HOST:PORT");
  }

  private void printServer(JvmSuites suites, HostPort server, Optional<StartTls> before)
      throws IOException {
    List<SuiteAvailability> pairs = suites.available();
    AtomicInteger done = new AtomicInteger();
    ServerProbe probe =
        new ServerProbe(
            server.host(), server.port(), Duration.ofSeconds(timeout), before, suites.jsse());
    List<ServerAnswer> answers;
    try {
      answers =
          probe.ask(
              pairs,
              answer ->
                  show(
                      "%d of %d: %s"
                          .formatted(done.incrementAndGet(), pairs.size(), answer.suite())));
    } finally {
      show("");
    }
    List<ServerAnswer> accepted = answers.stream().filter(ServerAnswer::accepted).toList();
    if (accepted.isEmpty()) {
      throw new IOException(
          "%s speaks TLS, but accepts none of the %d pairs of protocol and suite that this JVM can offer%s (its answer: %s)"
              .formatted(
                  server,
                  pairs.size(),
                  legacy ? "" : "; --legacy offers older ones too",
                  answers.get(0).refusal()));
    }
    say(
        "%s accepts %d of the %d pairs of protocol and suite that this JVM can offer%s:%n",
        server, accepted.size(), pairs.size(), legacy ? " (tls.legacy=true)" : "");
    say(
        PlainTable.of(
            accepted,
            PlainTable.column("protocol", WIDEST, answer -> answer.protocol().toString()),
            PlainTable.column("suite", WIDEST, answer -> answer.suite().name()),
            PlainTable.column("OpenSSL's name", WIDEST, answer -> answer.suite().openSslName()),
            PlainTable.column("server key", WIDEST, ServerAnswer::serverKeyName),
            PlainTable.column("group it chooses", WIDEST, ServerAnswer::group)));
    say("");
    printRefusals(answers);
    Optional<ServerAnswer> newest =
        accepted.stream().filter(a -> a.protocol() == TlsProtocol.TLS_1_3).findFirst();
    if (newest.isPresent()) {
      printGroups(suites, probe);
      say(
          "Without tls.group %s is pinned; left open (tls.group=any), this client and it agree on %s.%n",
          TlsOptions.DEFAULT_GROUP, newest.get().group());
    }
    printCertificates(accepted);
    if (accepted.stream().anyMatch(ServerAnswer::asksForClientCertificate)) {
      say("The server asks for a client certificate (tls.cert and tls.key, or tls.keystore).");
      say("");
    }
    say("To pin the first: %s", properties(accepted.get(0)));
  }

  /** A server that gave no answer, or cut the connection, may yet take the suite. */
  private void printRefusals(List<ServerAnswer> answers) {
    Map<String, Long> reasons =
        answers.stream()
            .filter(answer -> !answer.accepted())
            .collect(
                Collectors.groupingBy(
                    ServerAnswer::refusal, LinkedHashMap::new, Collectors.counting()));
    if (!reasons.isEmpty()) {
      say(
          "Not accepted: "
              + reasons.entrySet().stream()
                  .map(e -> "%s (%s)".formatted(Figures.count(e.getValue(), "pair"), e.getKey()))
                  .collect(Collectors.joining(", ")));
      say("");
    }
  }

  private void printGroups(JvmSuites suites, ServerProbe probe) {
    List<NamedGroup> taken;
    try {
      taken = probe.groups();
    } catch (IOException e) {
      say("Groups that the server accepts in TLS 1.3 (tls.group): not known; " + e.getMessage());
      return;
    }
    say("Groups that the server accepts in TLS 1.3 (tls.group): " + names(taken));
    List<NamedGroup> missing = new ArrayList<>(taken);
    missing.removeAll(suites.groups());
    if (!missing.isEmpty()) {
      say("Of these " + suites.provider() + " cannot offer " + names(missing) + ".");
    }
  }

  private static String names(List<NamedGroup> groups) {
    return groups.stream().map(NamedGroup::toString).collect(Collectors.joining(" "));
  }

  private void printCertificates(List<ServerAnswer> accepted) {
    accepted.stream()
        .map(answer -> answer.chain())
        .distinct()
        .forEach(
            chain -> {
              new CertificateText(chain).lines().forEach(this::say);
              say("");
            });
  }

  private String properties(ServerAnswer answer) {
    return "-p tls.cipher="
        + answer.suite()
        + (answer.protocol() == answer.suite().newestProtocol()
            ? ""
            : " -p tls.protocol=" + answer.protocol())
        + answer.pinnableKey().map(key -> " -p tls.keysize=" + key).orElse("")
        + (hasDefaultGroup(answer) ? "" : " -p tls.group=" + answer.group())
        + (provider == null ? "" : " -p tls.provider=" + provider)
        + (needsLegacy(answer) ? " -p tls.legacy=true" : "");
  }

  /** A server that chooses another group may not have the one that is pinned by default. */
  private static boolean hasDefaultGroup(ServerAnswer answer) {
    return answer.suite().keyExchange() == KeyExchange.DHE
        || !NamedGroup.names().contains(answer.group())
        || answer.group().equals(TlsOptions.DEFAULT_GROUP.toString());
  }

  private boolean needsLegacy(ServerAnswer answer) {
    return legacy
        && JvmSuites.disabledBy(disabledHere, answer.protocol(), answer.suite()).isPresent();
  }

  /** One suite, and the protocol versions with the same result. */
  private record Row(CipherSuite suite, List<SuiteAvailability> pairs) {

    static List<Row> of(List<SuiteAvailability> pairs) {
      return pairs.stream()
          .collect(
              Collectors.groupingBy(
                  SuiteAvailability::suite, LinkedHashMap::new, Collectors.toList()))
          .entrySet()
          .stream()
          .map(entry -> new Row(entry.getKey(), entry.getValue()))
          .toList();
    }

    String protocols() {
      return pairs.stream()
          .map(pair -> pair.protocol().toString())
          .collect(Collectors.joining(" "));
    }

    String reasons() {
      return pairs.stream()
          .map(SuiteAvailability::reason)
          .distinct()
          .collect(Collectors.joining(" "));
    }
  }

  private static String table(List<Row> rows, String lastHeader, Function<Row, String> last) {
    return PlainTable.of(
        rows,
        PlainTable.column("suite", WIDEST, row -> row.suite.name()),
        PlainTable.column("OpenSSL's name", WIDEST, row -> row.suite.openSslName()),
        PlainTable.column("protocols", WIDEST, Row::protocols),
        PlainTable.column(lastHeader, WIDEST, last));
  }

  private static String keys(CipherSuite suite) {
    return suite.keyAlgorithms().size() == ServerKey.Algorithm.values().length
        ? "any"
        : suite.keyAlgorithms().stream()
            .map(ServerKey.Algorithm::toString)
            .collect(Collectors.joining(" "));
  }

  /** Names have no blanks: lines are broken there. */
  private void printNames(String header, Set<String> names) {
    String line = "(.{1,%d})( |$)".formatted(LINE - 2);
    say(header);
    say(String.join(" ", names).replaceAll(line, "  $1" + System.lineSeparator()));
  }

  /** A line on a terminal that is overwritten; nothing elsewhere. */
  private void show(String text) {
    if (Terminal.isStderr()) {
      err().print("\r\u001b[K" + text);
      err().flush();
    }
  }
}

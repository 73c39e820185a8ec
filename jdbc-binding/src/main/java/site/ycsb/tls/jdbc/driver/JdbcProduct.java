package site.ycsb.tls.jdbc.driver;

import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.pin.NearestNames;
import site.ycsb.tls.property.HostPort;
import site.ycsb.tls.property.UsageException;

/**
 * A driver: how it takes its connections from the transport, which of its options would bypass
 * that, and how to ask its server what it negotiated.
 *
 * <p>The drivers verify nothing of the server's certificate: the transport does, according to
 * {@code tls.verify}.
 *
 * @param prefix of its URLs
 * @param driver its class
 * @param always options for plain and TLS
 * @param pinned options for TLS
 * @param plain options for plain
 * @param defaults options that the URL may set otherwise
 * @param reserved options of TLS and sockets that the URL must not set, in lower case
 * @param redirecting options by which the driver would make another connection than the URL says,
 *     in lower case; refused too
 * @param untold options that the driver takes and does not tell, in lower case: old names, and what
 *     it looks for among those that it does not know
 * @param startTls what precedes TLS
 * @param session for questions to the server
 */
public record JdbcProduct(
    String prefix,
    String driver,
    Map<String, String> always,
    Map<String, String> pinned,
    Map<String, String> plain,
    Map<String, String> defaults,
    Set<String> reserved,
    Set<String> redirecting,
    Set<String> untold,
    StartTls startTls,
    ServerSession session) {
  private static final long LONGEST_TEXT = 65_535;
  private static final long LONGEST_MEDIUMTEXT = 16_777_215;

  /** The longest silence of a server, ms; PgJDBC's own default. */
  private static final Map<String, String> CONNECT_TIMEOUT = Map.of("connectTimeout", "10000");

  private static final String SOCKET_TIMEOUT = "socketTimeout";

  /**
   * The same for PgJDBC, s: it reads on when a socket's own time-out is over. It is for connecting
   * only.
   */
  private static final Map<String, String> SILENCE = Map.of(SOCKET_TIMEOUT, "10");

  private static final String PERMIT_REDIRECT = "permitRedirect";

  /** MariaDB Connector/J, which is bundled; it drives MySQL too. */
  private static final JdbcProduct MARIADB =
      new JdbcProduct(
          "jdbc:mariadb:",
          "org.mariadb.jdbc.Driver",
          // With a redirect, the server would send it to another one.
          Map.of("socketFactory", CarrierFactory.class.getName(), PERMIT_REDIRECT, "false"),
          Map.of("sslMode", "trust", "tlsSocketType", PinnedTlsPlugin.TYPE),
          Map.of("sslMode", "disable"),
          CONNECT_TIMEOUT,
          // A pool opens connections on other threads, and reuses them; from keystore on they are
          // for its own TLS, which ours replaces.
          words(
              """
              socketfactory tlssockettype pool sslmode usessl trustservercertificate
              disablesslhostnameverification serversslcert enabledsslciphersuites
              enabledsslprotocolsuites keystore keystorepassword keystoretype keypassword
              clientcertificatekeystoreurl clientcertificatekeystorepassword
              clientcertificatekeystoretype truststore truststorepassword truststoretype
              trustcertificatekeystoreurl trustcertificatekeystorepassword
              trustcertificatekeystoretype fallbacktosystemkeystore fallbacktosystemtruststore
              """),
          Set.of("pipe", "localsocket", PERMIT_REDIRECT.toLowerCase(Locale.ROOT)),
          // From userkey on, of plug-ins for credentials and authentication.
          words(
              """
              nullcatalogmeanscurrent databaseterm enablebulkunitresult enableskipmeta
              interactiveclient extendedtypeinfo deprecateeof forcetransactionend
              canuseservertimeout resultsetmetadataunsignedcompatibility getimportedkeysusingis
              getexportedkeysusingis importedkeyswithconstraintnames waitreconnecttimeout
              deniedlisttimeout userkey pwdkey accesskeyid secretkey region password2 password3
              """),
          StartTls.MYSQL,
          new MySqlSession());

  /** MySQL Connector/J 9; the user provides its jar. */
  private static final JdbcProduct MYSQL =
      new JdbcProduct(
          "jdbc:mysql:",
          "com.mysql.cj.jdbc.Driver",
          // By its name: the class extends a class of the driver, which may be missing.
          Map.of("socketFactory", "site.ycsb.tls.jdbc.driver.MySqlSocketFactory"),
          Map.of("sslMode", "REQUIRED"),
          Map.of("sslMode", "DISABLED"),
          CONNECT_TIMEOUT,
          words(
              """
              socketfactory sslmode usessl requiressl verifyservercertificate enabledtlsprotocols
              tlsversions tlsciphersuites enabledsslciphersuites clientcertificatekeystoreurl
              clientcertificatekeystorepassword clientcertificatekeystoretype
              trustcertificatekeystoreurl trustcertificatekeystorepassword
              trustcertificatekeystoretype fallbacktosystemkeystore fallbacktosystemtruststore
              sslcontextprovider keymanagerfactoryprovider trustmanagerfactoryprovider
              keystoreprovider fipscompliantjsse
              """),
          Set.of("socksproxyhost", "propertiestransform"),
          words(
              """
              cachedefaulttimezone servertimezone haenablejmx haloadbalancestrategy
              nullcatalogmeanscurrent parseinfocachefactory namedpipepath
              """),
          StartTls.MYSQL,
          new MySqlSession());

  /** PgJDBC 42, which is bundled. */
  private static final JdbcProduct POSTGRESQL =
      new JdbcProduct(
          "jdbc:postgresql:",
          "org.postgresql.Driver",
          Map.of("socketFactory", CarrierFactory.class.getName(), "gssEncMode", "disable"),
          Map.of("sslmode", "require", "sslfactory", PinnedSocketFactory.class.getName()),
          Map.of("sslmode", "disable"),
          SILENCE,
          // With logintimeout it would connect on another thread.
          words(
              """
              socketfactory sslfactory ssl sslmode sslnegotiation sslcert sslkey sslpassword
              sslpasswordcallback sslrootcert sslhostnameverifier sslfactoryarg gssencmode
              logintimeout
              """),
          // A service is a section of a file, pg_service.conf, with hosts and options of TLS.
          Set.of("service", "pghost", "pgport", "host", "port"),
          Set.of(),
          StartTls.POSTGRES,
          new PostgreSqlSession());

  /** What may follow the prefix; with MySQL's driver a user and password may precede the host. */
  private static final Pattern ONE_HOST =
      Pattern.compile(
          "//(?:[^/?#(),=\\[\\]@]*@)?(?:[\\p{L}\\p{N}._-]*|\\[[0-9A-Fa-f:.%]+])(?::\\d*)?(?:[/?].*)?");

  /** Some drivers decode names, so a disguised reserved name would not be recognised. */
  private static final Pattern OPTION_NAME = Pattern.compile("[\\w.-]*");

  private static final List<JdbcProduct> ALL = List.of(MARIADB, MYSQL, POSTGRESQL);

  /**
   * The product of the URL.
   *
   * @throws UsageException when the URL names none of these
   */
  public static JdbcProduct of(String url) {
    return ALL.stream()
        .filter(product -> url.startsWith(product.prefix))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "db.url: expected a URL that begins with "
                        + String.join(", ", ALL.stream().map(JdbcProduct::prefix).toList())
                        + "; connections of other drivers can be neither pinned nor counted"));
  }

  /**
   * The server of a URL that {@link #check} has accepted; not resolved.
   *
   * @param url may leave out host and port
   */
  public InetSocketAddress server(String url) {
    String address =
        url.substring(prefix.length())
            .replaceFirst("^//", "")
            .replaceFirst("[/?].*", "")
            .replaceFirst("^.*@", "")
            .replaceFirst(":$", "")
            .replaceFirst("^(?=:|$)", "localhost");
    try {
      return HostPort.parse(address).unresolved(startTls == StartTls.POSTGRES ? 5432 : 3306);
    } catch (IllegalArgumentException e) {
      throw new UsageException("db.url has %s: %s".formatted(address, e.getMessage()), e);
    }
  }

  /**
   * The type of a column that holds texts of this length, bytes. MySQL's and MariaDB's TEXT holds
   * 65,535.
   */
  public String textType(long length) {
    return startTls == StartTls.POSTGRES || length <= LONGEST_TEXT
        ? "TEXT"
        : length <= LONGEST_MEDIUMTEXT ? "MEDIUMTEXT" : "LONGTEXT";
  }

  /**
   * Why a connection with TLS was refused, with what the transport cannot know: what precedes TLS
   * here, and what this server offers.
   */
  public String explain(String reason) {
    String known =
        reason.replace("bin/ycsb suites ", "bin/ycsb suites --starttls %s ".formatted(startTls));
    return startTls == StartTls.POSTGRES && reason.contains(" with the group ")
        ? known
            + "; up to version 17 PostgreSQL takes one group, its ssl_ecdh_curve: unless you set it, that is prime256v1, so give tls.group=secp256r1"
        : known;
  }

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+", -1));
  }

  /**
   * Sets the options by which the driver takes its connections from the transport.
   *
   * @param url its time-outs take precedence
   * @param withTls whether with TLS
   */
  public void setOptions(Properties options, String url, boolean withTls) {
    defaults.forEach(
        (name, value) -> {
          if (!sets(url, name)) {
            options.setProperty(name, value);
          }
        });
    options.putAll(always);
    options.putAll(withTls ? pinned : plain);
  }

  /**
   * Takes back what {@link #setOptions} sets for connecting only: a statement may take longer.
   *
   * @param url of the connection
   */
  public void connected(Connection connection, String url) throws SQLException {
    if (defaults.containsKey(SOCKET_TIMEOUT) && !sets(url, SOCKET_TIMEOUT)) {
      connection.setNetworkTimeout(Runnable::run, 0);
    }
  }

  /**
   * Refuses an option that the driver does not know: it would leave it out without a word.
   *
   * @param told the options that the driver tells; if it tells none, nothing is refused
   * @throws UsageException that names the nearest
   */
  public void requireKnown(String url, List<String> told) {
    Set<String> known = told.stream().map(this::asRead).collect(Collectors.toSet());
    for (String option : options(url)) {
      String name = name(option);
      boolean isKnown =
          known.contains(asRead(name)) || untold.contains(name.toLowerCase(Locale.ROOT));
      if (!known.isEmpty() && !name.isEmpty() && !isKnown) {
        throw new UsageException(
            "db.url has the option %s, which its driver does not know: did you mean %s? Correct it, or remove it"
                .formatted(name, NearestNames.of(name, told, 1).get(0)));
      }
    }
  }

  /** Whether the URL has this option of the driver. */
  public boolean sets(String url, String name) {
    return options(url).stream().anyMatch(option -> asRead(name(option)).equals(asRead(name)));
  }

  /** Whether the URL has a user; with MySQL's driver it may precede the host. */
  public boolean hasUser(String url) {
    return sets(url, "user") || url.matches("[^/?]*//[^/?#]*@.*");
  }

  /** Whether the URL has a password. */
  public boolean hasPassword(String url) {
    return sets(url, "password") || url.matches("[^/?]*//[^/?#@:]*:[^/?#]*@.*");
  }

  /** PgJDBC takes a name in other letters for another name. */
  private String asRead(String name) {
    return startTls == StartTls.POSTGRES ? name : name.toLowerCase(Locale.ROOT);
  }

  /** Whether the URL switches this option of the driver on; MariaDB's needs no value for it. */
  public static boolean isOn(String url, String name) {
    return options(url).stream()
        .anyMatch(option -> option.matches("(?i)" + name + "(=(true|yes|1)?)?"));
  }

  private static boolean isOff(String option, String name) {
    return option.matches("(?i)" + name + "=(false|no|0)");
  }

  private static List<String> options(String url) {
    return List.of(url.replaceFirst("^[^?]*", "").split("[?&]", -1));
  }

  private static String name(String option) {
    return option.replaceFirst("=.*", "");
  }

  /**
   * What the driver needs to fetch the rows of a query in portions; it fetches all at once
   * otherwise, whatever the size that it is told.
   *
   * @return empty when it has what it needs
   */
  public Optional<String> neededForPortions(String url, boolean autoCommit) {
    if (startTls == StartTls.POSTGRES && autoCommit) {
      return Optional.of("jdbc.autocommit=false");
    }
    return equals(MYSQL) && !isOn(url, "useCursorFetch")
        ? Optional.of("useCursorFetch=true in db.url")
        : Optional.empty();
  }

  /**
   * Refuses a URL that bypasses the transport: one that names several hosts, or options for one of
   * them, a port that is none, or an option that this program sets or that leads elsewhere.
   *
   * @throws UsageException that names what is refused, without the URL, which may contain a
   *     password
   */
  public void check(String url) {
    if (!ONE_HOST.matcher(url.substring(prefix.length())).matches()) {
      throw new UsageException(
          "db.url: expected %s//host[:port]/database[?options], with one host and no options of its own"
                  .formatted(prefix)
              + " (address=(...), lists of hosts, and modes such as sequential: are refused): a"
              + " connection to another host, or opened again, would not be as pinned");
    }
    if (!prefix.equals(MYSQL.prefix) && url.substring(prefix.length()).matches("//[^/?#]*@.*")) {
      throw new UsageException(
          "db.url has '@' before the host: its driver takes the whole for the host's name; give user and password as db.user and db.passwd");
    }
    var unused = server(url);
    for (String option : options(url)) {
      String name = name(option);
      if (!OPTION_NAME.matcher(name).matches()) {
        throw new UsageException(
            "db.url has an option named '"
                + name
                + "': expected letters, digits, dots, hyphens and underscores");
      }
      if (redirecting.contains(name.toLowerCase(Locale.ROOT)) && !isOff(option, PERMIT_REDIRECT)) {
        throw new UsageException(
            "db.url sets "
                + name
                + ", with which the driver would make another connection than the URL says: remove it, and write the host, the port, the database and the driver's options into the URL");
      }
      if (reserved.contains(name.toLowerCase(Locale.ROOT))) {
        throw new UsageException(
            "db.url sets "
                + name
                + ", which is set by this program: TLS is what tls.* says, the client's certificate tls.cert or tls.keystore, trust tls.ca or tls.truststore (see bin/ycsb help tls); remove it from the URL");
      }
    }
  }
}

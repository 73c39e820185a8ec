package site.ycsb.tls.jdbc;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.jdbc.driver.JdbcProduct;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.Secret;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.Scope;

/**
 * The properties as typed values. {@link #toString} contains no credentials.
 *
 * @param product the driver's product
 * @param url address and driver's options; may contain credentials
 * @param driver the driver's class
 * @param user empty when the URL names one, or none is needed
 * @param password empty when the URL has one, or none is needed
 * @param fetchSize rows that the driver asks for at a time in a scan, at least 0 (its default)
 * @param autoCommit whether each statement is a transaction of its own
 * @param batchSize operations per transaction, and inserts per batch; at least 1
 * @param batched whether inserts are sent as a batch
 * @param layout of the table
 * @param createTable the table to create if it is missing
 */
record JdbcOptions(
    JdbcProduct product,
    String url,
    String driver,
    Optional<String> user,
    Optional<Secret> password,
    int fetchSize,
    boolean autoCommit,
    int batchSize,
    boolean batched,
    TableLayout layout,
    Optional<RecordTable> createTable) {
  static final Property<String> URL =
      Property.optional(
          "db.url",
          ValueType.text("URL"),
          "the test server, which is started",
          "jdbc:mariadb://host[:port]/database[?options], jdbc:mysql:, jdbc:postgresql:; TLS is set with tls.cipher, not here");

  private static final Property<String> DRIVER =
      Property.optional(
          "db.driver", ValueType.text("class"), "that of the URL", "class of the driver");

  static final Property<String> USER =
      Property.optional("db.user", ValueType.text("name"), "the URL's", "user name");

  private static final Property<Secret> PASSWORD =
      Property.optional("db.passwd", ValueType.password(), "the URL's", "the user's password");

  private static final Property<Integer> FETCH_SIZE =
      Property.of(
              "jdbc.fetchsize",
              ValueType.integer(0, 1_000_000),
              "10",
              "number of rows that a scan fetches at a time; 0: the driver's default; PostgreSQL needs"
                  + " jdbc.autocommit=false for it, MySQL's driver useCursorFetch=true in the URL;"
                  + " MariaDB's server sends all rows at once, and the driver reads this many at a time")
          .in(Scope.OF_SCANS);

  private static final Property<Boolean> AUTO_COMMIT =
      Property.of(
          "jdbc.autocommit",
          ValueType.flag(),
          "true",
          "true: each statement is a transaction; false: db.batchsize operations are one");

  private static final Property<Integer> BATCH_SIZE =
      Property.of(
          "db.batchsize",
          ValueType.integer(0, 100_000),
          "1",
          "operations per transaction when jdbc.autocommit=false, inserts per batch when jdbc.batchupdateapi=true");

  private static final Property<Boolean> BATCH_API =
      Property.flag("jdbc.batchupdateapi", "true: inserts are sent as batches")
          .in(Scope.OF_INSERTS);

  private static final Property<TableLayout> LAYOUT =
      Property.of(
          "jdbc.tablelayout",
          ValueType.oneOf(TableLayout.class),
          "ycsb",
          "ycsb: YCSB_KEY and text fields; sysbench: id, k, c, pad, for workloads/oltp_read_only");

  static final Property<Boolean> CREATE_TABLE =
      Property.flag(
          "jdbc.createtable",
          "true, as with a test server: the table is created when it does not exist");

  /** What PgJDBC and MySQL's driver call them. */
  private static final Map<Property<Integer>, List<String>> BUFFERS =
      Map.of(
          TlsProperties.SNDBUF, List.of("sendBufferSize", "tcpSndBuf"),
          TlsProperties.RCVBUF, List.of("receiveBufferSize", "tcpRcvBuf"));

  static final List<Property<?>> PROPERTIES =
      Stream.concat(
              Property.declaredIn(JdbcOptions.class).stream(),
              MariaDbTestServer.PROPERTIES.stream())
          .toList();

  /**
   * Reads the properties.
   *
   * @throws UsageException when a value cannot be understood or has no effect, or the URL asks for
   *     TLS in its own way
   */
  static JdbcOptions parse(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    String url =
        values
            .given(URL)
            .orElseThrow(() -> new UsageException(URL + " is missing: expected a URL"));
    JdbcProduct product = JdbcProduct.of(url);
    product.check(url);
    requireOnce(values.has(USER) && product.hasUser(url), USER);
    requireOnce(values.has(PASSWORD) && product.hasPassword(url), PASSWORD);
    BUFFERS.forEach(
        (buffer, names) ->
            requireOnce(
                values.has(buffer) && names.stream().anyMatch(name -> product.sets(url, name)),
                buffer));
    requireInPlace(product, url, "autocommit", AUTO_COMMIT + "=" + values.get(AUTO_COMMIT), "that");
    if (values.get(FETCH_SIZE) > 0) {
      for (String size : List.of("defaultFetchSize", "defaultRowFetchSize")) {
        String ours = FETCH_SIZE + "=" + values.get(FETCH_SIZE);
        requireInPlace(product, url, size, ours, "that, or " + FETCH_SIZE + "=0,");
      }
    }
    product
        .neededForPortions(url, values.get(AUTO_COMMIT))
        .ifPresent(needed -> values.requireEffect(FETCH_SIZE, values.get(FETCH_SIZE) == 0, needed));
    values.requireEffect(
        BATCH_SIZE,
        values.get(BATCH_SIZE) <= 1 || values.get(BATCH_API) || !values.get(AUTO_COMMIT),
        AUTO_COMMIT + "=false or " + BATCH_API + "=true");
    TableLayout layout = values.get(LAYOUT);
    return new JdbcOptions(
        product,
        url,
        values.get(DRIVER, product.driver()),
        values.given(USER),
        values.given(PASSWORD),
        values.get(FETCH_SIZE),
        values.get(AUTO_COMMIT),
        Math.max(1, values.get(BATCH_SIZE)),
        values.get(BATCH_API),
        layout,
        values.get(CREATE_TABLE)
            ? Optional.of(RecordTable.parse(values, layout, product))
            : Optional.empty());
  }

  /** The drivers would take the URL's without a word. */
  private static void requireOnce(boolean twice, Property<?> property) {
    if (twice) {
      throw new UsageException(
          "%s is given, and %s has one, too: give one of the two".formatted(property, URL));
    }
  }

  /** What is set for each connection or statement, whatever the URL says. */
  private static void requireInPlace(
      JdbcProduct product, String url, String option, String ours, String give) {
    if (product.sets(url, option)) {
      throw new UsageException(
          "db.url sets %s, and %s takes its place: give %s instead".formatted(option, ours, give));
    }
  }

  /** The size of a transaction, or of a batch of inserts, if one has several operations. */
  static Optional<Property<Integer>> writeGroup(TypedProperties values, boolean inserts) {
    boolean together = !values.get(AUTO_COMMIT) || (inserts && values.get(BATCH_API));
    return Optional.of(BATCH_SIZE).filter(size -> together && values.get(size) > 1);
  }

  @Override
  public String toString() {
    return "JdbcOptions[" + Secrets.of(PROPERTIES).mask(url) + "]";
  }
}

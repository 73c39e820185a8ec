package site.ycsb.tls.jdbc;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import site.ycsb.tls.binding.PropertyDoc;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.option.Secret;
import site.ycsb.tls.option.TypedProperties;
import site.ycsb.tls.option.UsageException;

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
  static final String URL = "db.url";
  static final String USER = "db.user";
  static final String CREATE_TABLE = "jdbc.createtable";
  private static final String DRIVER = "db.driver";
  private static final String PASSWORD = "db.passwd";
  private static final String BATCH_SIZE = "db.batchsize";
  private static final String FETCH_SIZE = "jdbc.fetchsize";
  private static final String AUTO_COMMIT = "jdbc.autocommit";
  private static final String LAYOUT = "jdbc.tablelayout";
  private static final String BATCH_API = "jdbc.batchupdateapi";

  static final List<PropertyDoc> DOCUMENTATION =
      Stream.concat(
              Stream.of(
                  new PropertyDoc(
                      URL,
                      "the test server, which is started",
                      "jdbc:mariadb://host[:port]/database[?options], jdbc:mysql:, jdbc:postgresql:;"
                          + " TLS is set with tls.cipher, not here"),
                  new PropertyDoc(DRIVER, "that of the URL", "class of the driver"),
                  new PropertyDoc(USER, "the URL's", "name of the user"),
                  new PropertyDoc(PASSWORD, "the URL's", "the user's password", true),
                  new PropertyDoc(
                      FETCH_SIZE,
                      "10",
                      "rows that a scan fetches at a time; 0 leaves it to the driver"),
                  new PropertyDoc(
                      AUTO_COMMIT,
                      "true",
                      "true: each statement is a transaction; false: "
                          + BATCH_SIZE
                          + " operations are one"),
                  new PropertyDoc(
                      BATCH_SIZE,
                      "1",
                      "operations per transaction when "
                          + AUTO_COMMIT
                          + "=false, inserts per batch when "
                          + BATCH_API
                          + "=true"),
                  new PropertyDoc(BATCH_API, "false", "true: inserts are sent as batches"),
                  new PropertyDoc(
                      LAYOUT,
                      "ycsb",
                      "ycsb: YCSB_KEY and text fields; sysbench: id, k, c, pad, for"
                          + " workloads/oltp_read_only"),
                  new PropertyDoc(
                      CREATE_TABLE,
                      "false; with a test server true",
                      "true: the table is created when it does not exist")),
              MariaDbTestServer.DOCUMENTATION.stream())
          .toList();

  JdbcOptions {
    Objects.requireNonNull(product);
    Objects.requireNonNull(url);
    Objects.requireNonNull(driver);
  }

  /**
   * Reads the properties.
   *
   * @throws UsageException when a value cannot be understood, or the URL asks for TLS in its own
   *     way
   */
  static JdbcOptions parse(Properties properties) {
    TypedProperties values = new TypedProperties(properties);
    String url =
        values.text(URL).orElseThrow(() -> new UsageException(URL + " is missing: expected a URL"));
    JdbcProduct product = JdbcProduct.of(url);
    product.check(url);
    TableLayout layout =
        TableLayout.valueOf(
            values.choice(LAYOUT, "ycsb", "ycsb", "sysbench").toUpperCase(Locale.ROOT));
    return new JdbcOptions(
        product,
        url,
        values.text(DRIVER).orElse(product.driver()),
        values.text(USER),
        values.text(PASSWORD).map(Secret::new),
        (int) values.whole(FETCH_SIZE, 10, 0, 1_000_000),
        values.flag(AUTO_COMMIT, true),
        Math.max(1, (int) values.whole(BATCH_SIZE, 1, 0, 100_000)),
        values.flag(BATCH_API, false),
        layout,
        values.flag(CREATE_TABLE, false)
            ? Optional.of(RecordTable.parse(values, layout))
            : Optional.empty());
  }

  @Override
  public String toString() {
    return "JdbcOptions[" + Secrets.of(DOCUMENTATION).mask(url) + "]";
  }
}

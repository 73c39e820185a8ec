package site.ycsb.tls.jdbc.driver;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.HostInfo;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.HostAddress;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.property.HostPort;
import site.ycsb.tls.property.UsageException;

/** The server that a URL is taken to name is the one to which the real driver connects. */
class RandomUrlsTest {
  private static String url(SplittableRandom random) {
    String userInfo =
        RandomCases.one(random, "", "", "me@", "me:", "me:s3cret@", "me:@", "me:a@b@", "a,b@");
    String host =
        RandomCases.one(
            random,
            "",
            "db",
            "db-1.Example.org",
            "10.0.0.7",
            "[::1]",
            "[2001:DB8::7]",
            "[fe80::1%2]",
            "müller.example",
            "d_b",
            "d%62",
            "d%2Cb",
            "a,b",
            "a:1,b:2",
            "d\\b",
            "d;b",
            "(host=a)",
            "address=(host=a)",
            "[a]",
            "::1",
            "d b",
            "d#b",
            "d+b");
    String port =
        RandomCases.one(random, "", "", ":", ":1", ":65535", ":0", ":65536", ":1:2", ":x");
    String path =
        RandomCases.one(
            random,
            "",
            "/",
            "/d",
            "/d?user=me",
            "?user=me&password=a@b:1/c",
            "/a@b:9/c",
            "//other/d",
            "/d#x@other:1",
            "/d?a=//other:1/d");
    return RandomCases.one(random, "jdbc:mariadb:", "jdbc:mysql:", "jdbc:postgresql:")
        + RandomCases.one(random, "//", "//", "//", "/", "")
        + userInfo
        + host
        + port
        + path;
  }

  /** To which the driver connects; empty when it refuses the URL. */
  private static Optional<HostPort> ofDriver(String url) {
    return url.startsWith("jdbc:mariadb:")
        ? ofMariaDb(url)
        : url.startsWith("jdbc:mysql:") ? ofMySql(url) : ofPostgreSql(url);
  }

  private static Optional<HostPort> ofMariaDb(String url) {
    try {
      Configuration configuration = Configuration.parse(url);
      List<HostAddress> addresses = configuration == null ? List.of() : configuration.addresses();
      assertThat(addresses).as(url).hasSizeLessThan(2);
      return configuration == null
          ? Optional.empty()
          : Optional.of(
              addresses.isEmpty()
                  ? named(null, 3306)
                  : named(addresses.get(0).host, addresses.get(0).port));
    } catch (SQLException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<HostPort> ofMySql(String url) {
    try {
      ConnectionUrl parsed = ConnectionUrl.getConnectionUrlInstance(url, new Properties());
      assertThat(parsed.getHostsList()).as(url).hasSizeLessThan(2);
      HostInfo host = parsed.getMainHost();
      return Optional.of(named(host.getHost(), host.getPort() < 0 ? 3306 : host.getPort()));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<HostPort> ofPostgreSql(String url) {
    try {
      // Its own classes have annotations that are on no class path.
      Driver driver = DriverManager.getDriver("jdbc:postgresql:");
      if (!driver.acceptsURL(url)) {
        return Optional.empty();
      }
      Map<String, String> parsed = new HashMap<>();
      for (DriverPropertyInfo property : driver.getPropertyInfo(url, new Properties())) {
        parsed.put(property.name, property.value);
      }
      String port = parsed.get("PGPORT");
      return Optional.of(named(parsed.get("PGHOST"), port == null ? 5432 : Integer.parseInt(port)));
    } catch (NumberFormatException | SQLException e) {
      throw new AssertionError(url + ": " + e.getMessage(), e);
    }
  }

  private static HostPort named(String host, int port) {
    boolean none = host == null || host.isEmpty();
    return new HostPort(none ? "localhost" : host.replaceAll("^\\[|]$", ""), port);
  }

  @Test
  void theServerOfAUrlIsTheOneThatItsDriverConnectsTo() {
    AtomicInteger accepted = new AtomicInteger();
    RandomCases.check(
        3_000,
        1,
        (random, size) -> {
          String url = url(random);
          JdbcProduct product = JdbcProduct.of(url);
          try {
            product.check(url);
          } catch (UsageException e) {
            assertThat(e.getMessage()).doesNotContain("s3cret");
            return;
          }
          Optional<HostPort> server = ofDriver(url);
          if (server.isPresent()) {
            accepted.incrementAndGet();
            assertThat(product.server(url)).as(url).isEqualTo(server.get().unresolved(0));
          }
        });
    assertThat(accepted).hasValueGreaterThan(100);
  }
}

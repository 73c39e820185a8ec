package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.jdbc.Statements.Operation;

class StatementsTest {
  private final List<Object> fetchSizes = new ArrayList<>();

  /** A size of 0 is not the driver's default, which the URL may set. */
  @Test
  void leavesTheFetchSizeToTheDriverUnlessOneIsGiven() throws Exception {
    new Statements(connection(), TableLayout.YCSB, 0).of(Operation.SCAN, "t", null);
    assertThat(fetchSizes).isEmpty();
    new Statements(connection(), TableLayout.YCSB, 7).of(Operation.SCAN, "t", null);
    assertThat(fetchSizes).containsExactly(7);
  }

  private Connection connection() {
    PreparedStatement statement =
        (PreparedStatement)
            Proxy.newProxyInstance(
                StatementsTest.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) -> {
                  if (!method.getName().equals("setFetchSize")) {
                    throw new UnsupportedOperationException(method.getName());
                  }
                  fetchSizes.add(arguments[0]);
                  return null;
                });
    return (Connection)
        Proxy.newProxyInstance(
            StatementsTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("prepareStatement")) {
                throw new UnsupportedOperationException(method.getName());
              }
              return statement;
            });
  }
}

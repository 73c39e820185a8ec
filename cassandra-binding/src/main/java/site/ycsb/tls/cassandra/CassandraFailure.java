package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.Map;

/** The driver's exceptions in one line. */
final class CassandraFailure {
  private CassandraFailure() {}

  /** The reason; if the driver tried several nodes, that of the first one that failed. */
  static String reason(DriverException failure) {
    if (failure instanceof AllNodesFailedException all && !all.getAllErrors().isEmpty()) {
      Map.Entry<Node, List<Throwable>> first = all.getAllErrors().entrySet().iterator().next();
      return first.getKey().getEndPoint() + ": " + line(deepest(first.getValue().get(0)));
    }
    return line(failure);
  }

  private static Throwable deepest(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static String line(Throwable failure) {
    String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("").strip();
  }
}

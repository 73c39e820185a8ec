package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import site.ycsb.tls.binding.Causes;

/** The driver's exceptions in one line. */
final class CassandraFailure {
  /** The nodes' words for a table or a key space that is not there; the last are 3.0's. */
  private static final Pattern MISSING =
      Pattern.compile("(?i)^(?:table|keyspace) \\S+ does not exist|^unconfigured table ");

  private CassandraFailure() {}

  /** The reason; if the driver tried several nodes, that of the first one that failed. */
  static String reason(DriverException failure) {
    if (failure instanceof AllNodesFailedException all && !all.getAllErrors().isEmpty()) {
      Map.Entry<Node, List<Throwable>> first = all.getAllErrors().entrySet().iterator().next();
      return first.getKey().getEndPoint() + ": " + line(Causes.root(first.getValue().get(0)));
    }
    String reason = line(failure);
    return MISSING.matcher(reason).find()
        ? reason + "; with cassandra.createtable=true, load and compare --load make it"
        : reason;
  }

  /**
   * Why no session can be opened, and what to do.
   *
   * @param pinned whether TLS is pinned
   */
  static String ofOpening(DriverException failure, boolean pinned) {
    String reason = reason(failure);
    if (failure instanceof AllNodesFailedException all && !all.getAllErrors().isEmpty()) {
      Throwable first = Causes.root(all.getAllErrors().values().iterator().next().get(0));
      if (first instanceof DriverTimeoutException) {
        return reason + "; it accepts connections but does not answer: is it a Cassandra node?";
      }
      if (first instanceof IOException && !(first instanceof ConnectException) && !pinned) {
        return reason + "; if it speaks TLS, set tls.cipher to the suite to pin";
      }
    }
    return reason;
  }

  /** Why the driver makes no session: it cannot choose a data centre, and names its own option. */
  static String ofState(IllegalStateException failure) {
    String reason = line(failure);
    return reason.contains("local DC")
        ? reason.replaceFirst("[;,] please set .*", "")
            + ": name the local data centre with cassandra.localdatacenter"
        : reason;
  }

  private static String line(Throwable failure) {
    String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("").strip();
  }
}

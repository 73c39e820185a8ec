package site.ycsb.tls.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ServerDescription;
import java.util.Objects;
import java.util.Optional;

/**
 * Says in one line why the driver failed. The driver's own messages are long, repeat the state of
 * the cluster, and may hold the user's name; so do those of its exceptions' causes, which are
 * therefore not passed on.
 */
final class MongoDbFailure {
  private static final int LONGEST = 400;

  private MongoDbFailure() {}

  /** The reason: one line, without credentials. */
  static String reason(MongoClient client, MongoException failure) {
    Throwable cause =
        failure instanceof MongoTimeoutException ? lastOfServers(client).orElse(failure) : failure;
    return oneLine(describe(cause));
  }

  /** The monitors' findings about the servers that an operation waited for in vain. */
  static Optional<Throwable> lastOfServers(MongoClient client) {
    return client.getClusterDescription().getServerDescriptions().stream()
        .map(ServerDescription::getException)
        .filter(Objects::nonNull)
        .findFirst();
  }

  private static String describe(Throwable failure) {
    if (find(failure, MongoSecurityException.class).isPresent()) {
      return "the server refused the user name and password of mongodb.url";
    }
    Optional<MongoSocketReadTimeoutException> silence =
        find(failure, MongoSocketReadTimeoutException.class);
    if (silence.isPresent()) {
      return silence.get().getServerAddress()
          + " accepts connections but does not answer; is it a MongoDB?";
    }
    if (failure instanceof MongoCommandException command) {
      return "the server said " + command.getErrorCodeName() + ": " + command.getErrorMessage();
    }
    if (failure instanceof MongoTimeoutException) {
      return "no server answered in time (serverSelectionTimeoutMS in mongodb.url allows more)";
    }
    Throwable deepest = failure;
    while (deepest.getCause() != null && deepest.getCause().getMessage() != null) {
      deepest = deepest.getCause();
    }
    return String.valueOf(deepest.getMessage());
  }

  private static <T extends Throwable> Optional<T> find(Throwable failure, Class<T> type) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  private static String oneLine(String text) {
    String line = text.strip().replaceAll("\\s*\\R\\s*", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}

package site.ycsb.tls.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import site.ycsb.tls.binding.Causes;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.Secrets;

/**
 * Says in one line why the driver failed. The driver's own messages are long, repeat the state of
 * the cluster, and may hold the user's name; so do those of its exceptions' causes, which are
 * therefore not passed on.
 */
final class MongoDbFailure {
  private static final int LONGEST = 400;
  private static final int AUTHENTICATION_FAILED = 18;

  /** They are what every operation asks for. */
  private static final Set<ServerType> SUIT_ALL =
      Set.of(ServerType.STANDALONE, ServerType.SHARD_ROUTER, ServerType.LOAD_BALANCER);

  private MongoDbFailure() {}

  /** The reason: one line, without credentials. */
  static String reason(MongoClient client, MongoException failure) {
    Optional<String> known =
        failure instanceof MongoTimeoutException
            ? lastOfServers(client)
                .map(MongoDbFailure::describe)
                .or(() -> ofCluster(client.getClusterDescription()))
            : Optional.empty();
    return DatabaseException.oneLine(known.orElseGet(() -> describe(failure)), LONGEST);
  }

  /** Why no server was chosen though none of them failed. */
  static Optional<String> ofCluster(ClusterDescription cluster) {
    MongoException lookup = cluster.getSrvResolutionException();
    if (lookup != null) {
      return Optional.of(
          "the servers of mongodb.url are not known: the name %s has no record _mongodb._tcp.%s in the DNS (%s); check the name"
              .formatted(
                  cluster.getClusterSettings().getSrvHost(),
                  cluster.getClusterSettings().getSrvHost(),
                  deepest(lookup)));
    }
    List<ServerDescription> answered =
        cluster.getServerDescriptions().stream().filter(ServerDescription::isOk).toList();
    // One that suits and was not chosen answered, or had a connection to give, too late.
    boolean suits = answered.stream().anyMatch(server -> SUIT_ALL.contains(server.getType()));
    return answered.isEmpty() || suits
        ? Optional.empty()
        : Optional.of(
            "%s answered, but none of them may answer the operations (expected a primary, or what mongodb.readPreference or the URL asks for)"
                .formatted(
                    answered.stream()
                        .map(server -> server.getAddress() + " (" + server.getType() + ")")
                        .collect(Collectors.joining(", "))));
  }

  /** The monitors' findings about the servers that an operation waited for in vain. */
  static Optional<Throwable> lastOfServers(MongoClient client) {
    return client.getClusterDescription().getServerDescriptions().stream()
        .map(ServerDescription::getException)
        .filter(Objects::nonNull)
        .findFirst();
  }

  private static String describe(Throwable failure) {
    Optional<MongoSecurityException> refused = Causes.first(failure, MongoSecurityException.class);
    if (refused.isPresent()) {
      return ofAuthentication(refused.get());
    }
    Optional<MongoSocketReadTimeoutException> silence =
        Causes.first(failure, MongoSocketReadTimeoutException.class);
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
    return deepest(failure);
  }

  /**
   * The server refused what it was shown, or there was nothing to show: then its cause says what is
   * missing on this side.
   */
  private static String ofAuthentication(MongoSecurityException failure) {
    String mechanism =
        failure.getCredential().getMechanism() == null
            ? ""
            : " with " + failure.getCredential().getMechanism();
    Optional<MongoCommandException> answer = Causes.first(failure, MongoCommandException.class);
    if (answer.isPresent() && (mechanism.isEmpty() || mechanism.contains("SCRAM"))) {
      return "the server refused the user name and password of mongodb.url";
    }
    if (answer.isPresent()) {
      return answer.get().getErrorCode() == AUTHENTICATION_FAILED
          ? "the server refused the credentials of mongodb.url" + mechanism
          : "the server said %s to%s: %s"
              .formatted(
                  answer.get().getErrorCodeName(),
                  mechanism.replaceFirst("^ with", ""),
                  answer.get().getErrorMessage());
    }
    Throwable cause = failure.getCause();
    String reason = cause == null ? failure.getMessage() : deepest(cause);
    return "this client cannot authenticate%s: %s; set what that mechanism needs, or correct mongodb.url"
        .formatted(mechanism, Secrets.of(MongoDbOptions.PROPERTIES).mask(reason));
  }

  private static String deepest(Throwable failure) {
    return String.valueOf(Causes.lastWithMessage(failure).getMessage());
  }
}

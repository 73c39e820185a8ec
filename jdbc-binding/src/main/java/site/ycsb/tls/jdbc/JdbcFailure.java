package site.ycsb.tls.jdbc;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.Secrets;

/** Says in one line why a driver failed. */
final class JdbcFailure {
  /** Of a driver's message. */
  private static final int LONGEST = 300;

  private static final int LONGEST_OF_OURS = 800;

  /** SQLSTATE of a table that does not exist: MySQL's and MariaDB's, PostgreSQL's. */
  private static final Set<String> NO_SUCH_TABLE = Set.of("42S02", "42P01");

  /** SQLSTATE of a name that is taken, in PostgreSQL's catalogue or as that of a table. */
  private static final Set<String> TAKEN = Set.of("23505", "42P07");

  /** SQLSTATE of a deadlock: MySQL's and MariaDB's, PostgreSQL's. */
  private static final Set<String> DEADLOCK = Set.of("40001", "40P01");

  /** MySQL's error ER_LOCK_WAIT_TIMEOUT. */
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  /** The drivers' messages for a server without TLS. */
  private static final Pattern NO_TLS =
      Pattern.compile("ssl.*not (enabled|supported)|not support ssl", Pattern.CASE_INSENSITIVE);

  /** PgJDBC's messages for a server that answers in another protocol. */
  private static final Pattern OTHER_PROTOCOL =
      Pattern.compile("protocol error|setting up the ssl connection", Pattern.CASE_INSENSITIVE);

  /** SQLSTATE of a refused user or password. */
  private static final String INVALID_AUTHORIZATION = "28000";

  /** MySQL's error ER_SECURE_TRANSPORT_REQUIRED. */
  private static final int SECURE_TRANSPORT_REQUIRED = 3159;

  private JdbcFailure() {}

  /** The reason: one line, without credentials. */
  static String reason(SQLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      // The transport's messages explain the reason, so they come before the driver's.
      if (cause instanceof IOException && cause.getMessage() != null) {
        return oneLine(cause.getMessage(), LONGEST_OF_OURS);
      }
    }
    String reason = oneLine(failure.getMessage(), LONGEST);
    return isMissingTable(failure)
        ? reason + "; with jdbc.createtable=true, load and compare --load make the table"
        : reason;
  }

  /**
   * The reason why a connection failed.
   *
   * @param pinned whether it should have had TLS
   */
  static String ofConnecting(SQLException failure, boolean pinned) {
    String reason = reason(failure);
    if (reason.equals("Read timed out")) {
      return "the server accepts connections but does not answer; is it the database that db.url says?";
    }
    if (OTHER_PROTOCOL.matcher(reason).find()) {
      return "the server does not answer in the protocol of the driver (\"%s\"); is it the database that db.url says?"
          .formatted(reason);
    }
    if (pinned && NO_TLS.matcher(reason).find()) {
      return "the server does not offer TLS (\"%s\"); switch it on there, or leave out tls.cipher"
          .formatted(reason);
    }
    boolean refused =
        INVALID_AUTHORIZATION.equals(failure.getSQLState())
            || failure.getErrorCode() == SECURE_TRANSPORT_REQUIRED;
    // MariaDB reports denied access even if the reason is missing TLS.
    return refused && !pinned
        ? reason + "; check db.user and db.passwd, or set tls.cipher if the server requires TLS"
        : reason;
  }

  /** Whether the table does not exist. */
  static boolean isMissingTable(SQLException failure) {
    return failure.getSQLState() != null && NO_SUCH_TABLE.contains(failure.getSQLState());
  }

  /** Whether another connection has made the same table meanwhile. */
  static boolean isTaken(SQLException failure) {
    return failure.getSQLState() != null && TAKEN.contains(failure.getSQLState());
  }

  /** Whether another transaction had the locks that the statement needs. */
  static boolean isOfLocks(SQLException failure) {
    return failure.getErrorCode() == LOCK_WAIT_TIMEOUT
        || (failure.getSQLState() != null && DEADLOCK.contains(failure.getSQLState()));
  }

  private static String oneLine(String message, int longest) {
    String text = String.valueOf(message).replaceAll("\\(conn=-?\\d+\\) ?", "");
    return DatabaseException.oneLine(Secrets.of(JdbcOptions.PROPERTIES).mask(text), longest);
  }
}

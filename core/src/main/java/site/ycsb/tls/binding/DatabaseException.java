package site.ycsb.tls.binding;

/**
 * The database could not be reached or set up. The message is one line that says what was given,
 * what was expected and what to do; it contains no credentials.
 */
public class DatabaseException extends Exception {
  private static final long serialVersionUID = 1L;

  public DatabaseException(String message) {
    super(message);
  }

  public DatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}

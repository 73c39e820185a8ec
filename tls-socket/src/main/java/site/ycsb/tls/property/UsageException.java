package site.ycsb.tls.property;

/**
 * Wrong usage: an unknown property, a bad value, an unreadable file, a pin that this JVM cannot
 * offer. The message is one line that says what was given, what was expected and what to do. Ends
 * the program with exit code 2.
 */
public class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}

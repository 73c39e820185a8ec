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

  /**
   * A class of a driver, or of something that it needs, is missing or does not fit the others.
   *
   * @param what cannot be used
   */
  public static DatabaseException ofLinkage(String what, LinkageError e) {
    return new DatabaseException(
        "%s cannot be used: the class path lacks a class, or has another version of it than is needed (%s); add the right jar with -cp"
            .formatted(what, String.valueOf(e).replaceFirst("^java\\.lang\\.", "")),
        e);
  }

  /**
   * A driver's message in one line.
   *
   * @param message null counts as the word
   * @param longest characters that it may have before it is cut
   */
  public static String oneLine(String message, int longest) {
    String line = String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " ");
    return line.length() <= longest ? line : line.substring(0, longest) + "…";
  }
}

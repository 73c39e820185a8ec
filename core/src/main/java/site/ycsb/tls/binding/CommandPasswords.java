package site.ycsb.tls.binding;

import java.util.regex.Pattern;

/**
 * Passwords that commands give to programs as the value of an option: of any program where the
 * option's name says what it is ({@code --password SECRET}); or else of those that start and stop
 * databases, whose options are known ({@code mysqladmin -pSECRET}).
 */
final class CommandPasswords {
  /** A word of a shell: quotes and what is escaped belong to it. */
  private static final String WORD =
      "(?:'[^']*'|\"(?:\\\\.|[^\"\\\\])*+\"|\\\\\"[^\"]*\"|\\\\.|[^\\s'\"\\\\;&|])++";

  /** The most words between a program and its password: not all of a long text. */
  private static final int WORDS_BETWEEN = 100;

  /** Without a value, the program asks for one. */
  private static final Pattern NAMED =
      Pattern.compile(
          "(?<![\\w.-])(?i:(--?[\\w.-]*(?:pass|" + Secrets.WORDS + ")[\\w.-]*\\s+))(?!-)" + WORD);

  private static final Pattern KNOWN =
      Pattern.compile(
          "((?:"
              + String.join(
                  "|",
                  // MySQL's programs take a word of its own for a database.
                  option("(?:mysql|mariadb)[\\w-]*", "-p"),
                  option("(?:mongo(?:sh|dump|restore)?|cqlsh|sshpass)", "-p\\s*"),
                  // These two take the next word, whatever it begins with.
                  option("(?:redis|valkey)-cli", "(?:-a\\s*|--pass\\s+)"),
                  option("nodetool", "(?:-pw|--password)\\s+"),
                  option("curl", "(?:-u\\s*|--user\\s+)"),
                  option("sqlplus", "[\\w.$#]+/"))
              + "))"
              + WORD);

  /** A header of HTTP, up to the quote after it: {@code -H "Authorization: Bearer SECRET"}. */
  private static final Pattern HEADER =
      Pattern.compile(
          "((?:-H|--header)[\\s=]*\\\\?['\"]"
              + "(?i:[\\w-]*authorization:\\s*(?:\\w+\\s+)?|[\\w-]*(?:key|"
              + Secrets.WORDS
              + ")[\\w-]*:\\s*))[^'\"\\\\]+");

  private CommandPasswords() {}

  /** The program, the words between, and the option, up to where the password begins. */
  private static String option(String program, String option) {
    return "\\b" + program + "(?:\\s+" + WORD + "){0," + WORDS_BETWEEN + "}?\\s+" + option;
  }

  /** The text without them. Known programs come first: NAMED may mask a program's name. */
  static String mask(String text) {
    String withoutHeaders = HEADER.matcher(text).replaceAll("$1" + Secrets.MASK);
    String withoutKnown = KNOWN.matcher(withoutHeaders).replaceAll("$1" + Secrets.MASK);
    return NAMED.matcher(withoutKnown).replaceAll("$1" + Secrets.MASK);
  }
}

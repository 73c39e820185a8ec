package site.ycsb.tls.binding;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Passwords that commands give to programs as the value of an option, whose name does not say that
 * it is one: {@code mysqladmin -pSECRET}. Only programs that start and stop databases are known.
 */
final class CommandPasswords {
  /** A word of a shell: quotes and what is escaped belong to it. */
  private static final String WORD =
      "(?:'[^']*'|\"(?:\\\\.|[^\"\\\\])*\"|\\\\\"[^\"]*\"|\\\\.|[^\\s'\"\\\\;&|])++";

  private static final Pattern PASSWORD =
      Pattern.compile(
          List.of(
                  // MySQL's programs take a word of its own for a database.
                  option("(?:mysql|mariadb)[\\w-]*", "-p"),
                  option(
                      "(?:mongo(?:sh|dump|restore)?|cqlsh|sshpass)", "(?:-p\\s*|--password\\s+)"),
                  option("(?:redis|valkey)-cli", "(?:-a\\s*|--pass\\s+)"),
                  option("nodetool", "(?:-pw|--password)\\s+"),
                  option("curl", "(?:-u\\s*|--user\\s+)"))
              .stream()
              .reduce((one, other) -> one + "|" + other)
              .map(options -> "((?:" + options + "))" + WORD)
              .orElseThrow());

  private CommandPasswords() {}

  /** The program, the words between, and the option, up to where the password begins. */
  private static String option(String program, String option) {
    return "\\b" + program + "(?:\\s+" + WORD + ")*?\\s+" + option;
  }

  /** The text without them. */
  static String mask(String text) {
    return PASSWORD.matcher(text).replaceAll("$1" + Secrets.MASK);
  }
}

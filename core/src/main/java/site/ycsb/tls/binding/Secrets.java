package site.ycsb.tls.binding;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.property.Property;

/**
 * Masks credentials in everything that is printed or stored: values of secret properties, and user
 * and password in URLs. Immutable.
 *
 * <pre>{@code
 * Secrets secrets = Secrets.of(binding.properties());
 * secrets.mask("mongodb.url", "mongodb://me:pass@host/") // mongodb://***@host/
 * secrets.mask("jdbc.password", "x")                     // ***
 * }</pre>
 */
public final class Secrets {
  /** The text in place of a secret. */
  public static final String MASK = "***";

  /**
   * A property with one of these in its name is secret even if it is not declared as secret.
   * "Token-aware" is a load balancer of Cassandra and no secret; nor is a primary key, but that of
   * Azure's Cosmos DB. MYSQL_PWD, SSHPASS and REDISCLI_AUTH are variables of the environment.
   */
  static final String WORDS =
      "passw|passphrase|pwd|sshpass|rediscli_auth|secret|credential|token(?!aware)"
          + "|(?:access|account|api|master)[-_]?key|azurecosmos\\.primarykey|(?:azure|rados)\\.key\\b";

  private static final Pattern SECRET_NAME = Pattern.compile(WORDS, Pattern.CASE_INSENSITIVE);

  /**
   * Up to the last @ before the path, or before options if a password begins: it may contain an
   * unescaped @ or /. A port is none.
   */
  private static final Pattern USER_INFO =
      Pattern.compile(
          "(?<=://)(?:[^/\\s?#:@\\[]*:(?!\\d{1,5}(?:[/?#,]|$))[^\\s?#]*|[^/\\s?#]*)(?=@)");

  /** Oracle's URLs have them before an @: {@code jdbc:oracle:thin:USER/PASSWORD@//HOST/NAME}. */
  private static final Pattern ORACLE_USER =
      Pattern.compile("(?i)(?<=jdbc:oracle:(?:thin|oci|oci8):)[^\\s?]+(?=@)");

  /**
   * {@code password=x}, and {@code authMechanismProperties=AWS_SESSION_TOKEN:x} in MongoDB's URLs,
   * whose colon may be encoded. The secret may contain a semicolon or a comma, which separate
   * options elsewhere.
   */
  private static final String ASSIGNMENT =
      "(?i)([\\w.-]*(?:" + WORDS + ")[\\w.-]*=|AWS_SESSION_TOKEN(?::|%3A))";

  /** Quotes, and what is escaped, belong to it: {@code -Dpassword='with a space'}. */
  private static final String QUOTED = "'[^']*'|\"(?:\\\\.|[^\"\\\\])*+\"|\\\\\"[^\"]*\"|\\\\.|";

  /**
   * What is masked already stays as it is, and so does the quote or the sentence around it. The
   * name of an environment variable is no secret.
   */
  private static final String UNMASKED =
      "(?!\\*{3}['\").,;:]+(?:\\s|$)|env:[A-Za-z_]\\w*(?:[:;,.'\")\\s]|$))";

  /** From the begin of a name: otherwise a long text without spaces would take very long. */
  private static final Pattern SECRET_ASSIGNMENT =
      Pattern.compile(
          "(?:(?<![\\w.-])|(?i:(?=AWS_)))" + ASSIGNMENT + UNMASKED + "(?:" + QUOTED + "[^&\\s])++");

  /** Of JSON, in which some clients print their settings. */
  private static final Pattern SECRET_ENTRY =
      Pattern.compile(
          "(?i)(\"[\\w.-]*(?:" + WORDS + ")[\\w.-]*\"\\s*:\\s*\")(?:\\\\.|[^\"\\\\])*+(?=\")");

  /** Of a JVM, where nothing but a space ends it. */
  private static final Pattern SECRET_ARGUMENT =
      Pattern.compile("(?<=-D)" + ASSIGNMENT + UNMASKED + "(?:" + QUOTED + "\\S)++");

  /** The same in quotes, as a whole. */
  private static final Pattern SECRET_QUOTED_ARGUMENT =
      Pattern.compile(
          "(?<='-D)" + ASSIGNMENT + "[^']*(?=')|(?<=\"-D)" + ASSIGNMENT + "[^\"]*(?=\")");

  /** In a URL a secret may contain spaces; in a message a space ends it. */
  private static final Pattern SECRET_OPTION = Pattern.compile("(?<=[?&])" + ASSIGNMENT + "[^&]+");

  /** The name of an environment variable is not a secret. */
  private static final Pattern REFERENCE = Pattern.compile("env:[A-Za-z_]\\w*");

  private final Set<String> names;

  private Secrets(Set<String> names) {
    this.names = names;
  }

  /** For the declared properties that are secret, and all whose name says so. */
  public static Secrets of(Collection<Property<?>> properties) {
    return of(properties, List.of());
  }

  /** The same, and for further names, as {@code results.masked} gives them. */
  public static Secrets of(Collection<Property<?>> properties, Collection<String> further) {
    return named(
        Stream.concat(
                properties.stream().filter(Property::secret).map(Property::name), further.stream())
            .toList());
  }

  /** For properties of these names, and all whose name says so. */
  public static Secrets named(Collection<String> names) {
    return new Secrets(
        names.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** Whether the whole value of this property is a secret. */
  private boolean isSecret(String name) {
    return names.contains(name.toLowerCase(Locale.ROOT)) || SECRET_NAME.matcher(name).find();
  }

  /** The value as it may be printed and stored. */
  public String mask(String name, String value) {
    return isSecret(name) && !value.isEmpty()
        ? MASK
        : mask(SECRET_OPTION.matcher(value).replaceAll("$1***"));
  }

  /**
   * Any text, such as a driver's message or a command for a shell, without user and password of the
   * URLs in it, and without the passwords that it gives to programs.
   */
  public String mask(String text) {
    String withoutEntries = SECRET_ENTRY.matcher(text).replaceAll("$1***");
    String withoutOracles = ORACLE_USER.matcher(withoutEntries).replaceAll(MASK);
    String withoutUsers = USER_INFO.matcher(withoutOracles).replaceAll(MASK);
    String withoutQuoted = SECRET_QUOTED_ARGUMENT.matcher(withoutUsers).replaceAll("$1$2***");
    String withoutArguments = SECRET_ARGUMENT.matcher(withoutQuoted).replaceAll("$1***");
    return CommandPasswords.mask(SECRET_ASSIGNMENT.matcher(withoutArguments).replaceAll("$1***"));
  }

  /** All properties, sorted by name, as they may be printed and stored. */
  public SortedMap<String, String> mask(Map<String, String> properties) {
    SortedMap<String, String> masked = new TreeMap<>();
    properties.forEach((name, value) -> masked.put(name, mask(name, value)));
    return masked;
  }

  /**
   * The words of a command line; {@code name=value}, {@code -pname=value} and {@code -Dname=value}
   * are looked into. A word with a space before its {@code =} is a text: a command, or a JVM's
   * arguments; a word that begins with a URL is no more than that.
   */
  public List<String> mask(List<String> words) {
    return words.stream().map(this::maskWord).toList();
  }

  private String maskWord(String word) {
    int equals = word.indexOf('=');
    String name = word.substring(0, Math.max(0, equals));
    if (name.isEmpty() || name.contains(" ")) {
      return mask(word);
    }
    if (name.contains("://")) {
      return mask("", word);
    }
    String bare = name.replaceFirst("^-[Dp]", "");
    String value = word.substring(equals + 1);
    return name + '=' + (REFERENCE.matcher(value).matches() ? value : mask(bare, value));
  }
}

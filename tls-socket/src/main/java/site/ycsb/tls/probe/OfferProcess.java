package site.ycsb.tls.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.property.UsageException;

/**
 * Says whether a client can offer pins, as a process: another Java than the one that asks may run
 * it, and disabled algorithms and, before Java 20, groups are those of a whole process. It connects
 * to nothing.
 *
 * <p>Its arguments are properties {@code tls.NAME=VALUE}, with {@value #NEXT} between two pins. It
 * prints a line for each pin: {@value #ANSWER}, and the reason why it cannot be offered, or
 * nothing. All have the same {@code tls.legacy} and {@code tls.certificate-compression}, which a
 * process has once.
 */
public final class OfferProcess {
  /** The beginning of each answer: a JVM may write lines of its own. */
  public static final String ANSWER = "offer:";

  /** Stands between two pins. */
  public static final String NEXT = "--";

  private OfferProcess() {}

  /** See above. */
  public static void main(String[] arguments) {
    if (Runtime.version().feature() < 20 && System.getProperty(JvmTls.NAMED_GROUPS) == null) {
      System.setProperty(JvmTls.NAMED_GROUPS, String.join(",", NamedGroup.names()));
    }
    List<TlsOptions> pins =
        pins(arguments).stream().map(pin -> TlsOptions.parse(pin).orElseThrow()).toList();
    // Before Java 19 a process has one list of signature schemes, too; that of ML-DSA has all.
    JvmTls.prepare(
        pins.stream()
            .filter(pin -> !JvmTls.signatureSchemes(pin.pin()).isEmpty())
            .findFirst()
            .orElse(pins.get(0)));
    for (TlsOptions pin : pins) {
      System.out.println(ANSWER + refusal(pin).replaceAll("\\s+", " "));
    }
  }

  private static List<Map<String, String>> pins(String[] arguments) {
    List<Map<String, String>> pins = new ArrayList<>(List.of(new LinkedHashMap<>()));
    for (String argument : arguments) {
      if (argument.equals(NEXT)) {
        pins.add(new LinkedHashMap<>());
      } else {
        int equals = argument.indexOf('=');
        pins.get(pins.size() - 1)
            .put(argument.substring(0, equals), argument.substring(equals + 1));
      }
    }
    return pins;
  }

  private static String refusal(TlsOptions pin) {
    try {
      JvmSuites.requireOffer(pin);
      return "";
    } catch (UsageException e) {
      return e.getMessage();
    }
  }
}

package site.ycsb.tls.observation.setting;

import java.security.Security;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.KeyExchange;

/**
 * Renegotiations or key updates of established connections, as they are asked for. SunJSSE also
 * updates keys by itself, after as many bytes as a security property says ({@code
 * findings/java-key-limits.sh}); those cannot be counted, and there are none with its default.
 */
final class KeyRenewal {
  /** Of SunJSSE in TLS 1.3: {@code AES/GCM/NoPadding KeyUpdate 2^37, …}. */
  private static final String LIMITS = "jdk.tls.keyLimits";

  private static final Pattern LIMIT =
      Pattern.compile("\\s*(\\S+)\\s+KeyUpdate\\s+(?:2\\^)?(\\d+)\\s*", Pattern.CASE_INSENSITIVE);

  /** The JDK's own limit, 128 GiB: no connection of a run gets there. */
  private static final long USUAL_BYTES = 1L << 37;

  private KeyRenewal() {}

  static AccountRow row(ObservedTls observed) {
    OptionalInt asked = observed.asked().renegotiation();
    long renewals = observed.totals().renewals();
    String text = Long.toString(renewals);
    if (asked.isEmpty()) {
      return byBytes(observed)
          .map(
              limit ->
                  observed.remarked(
                      AccountRow.LEFT_OPEN,
                      text + ", and more by bytes",
                      "the security property %s makes the JVM renew the keys of a connection after every %,d bytes (its default: %,d), which costs CPU and is not counted; leave it out, or measure the renewals with tls.renegotiate"
                          .formatted(LIMITS, limit, USUAL_BYTES)))
          .orElseGet(() -> observed.open(text));
    }
    String every = "every " + asked.getAsInt() + " operations";
    return renewals > 0
        ? observed.same(every, text)
        : observed.different(
            every,
            text,
            "tls.renegotiate=%d: no connection got new keys; leave it out"
                .formatted(asked.getAsInt()));
  }

  /** After how many bytes SunJSSE renews keys of this run's kind, if before the usual. */
  private static Optional<Long> byBytes(ObservedTls observed) {
    String limits = Security.getProperty(LIMITS);
    CipherSuite suite = observed.asked().pin().cipherSuite();
    if (limits == null
        || suite.keyExchange() != KeyExchange.TLS_1_3
        || !JsseProviders.isOfJdk(observed.provider())) {
      return Optional.empty();
    }
    String cipher = suite.name().contains("CHACHA20") ? "ChaCha20-Poly1305" : "AES/GCM/NoPadding";
    return Arrays.stream(limits.split(","))
        .map(LIMIT::matcher)
        .filter(limit -> limit.matches() && limit.group(1).equalsIgnoreCase(cipher))
        .map(limit -> bytes(limit.group(2), limit.group().contains("^")))
        .filter(bytes -> bytes < USUAL_BYTES)
        .findFirst();
  }

  private static long bytes(String digits, boolean isExponent) {
    // More than the JDK takes itself; its own errors are its own to report.
    long number = digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
    return isExponent ? (number < Long.SIZE - 1 ? 1L << number : Long.MAX_VALUE) : number;
  }
}

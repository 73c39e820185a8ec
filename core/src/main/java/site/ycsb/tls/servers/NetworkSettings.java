package site.ycsb.tls.servers;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.Scope;

/**
 * The network that a relay makes between client and server.
 *
 * @param rtt round-trip time
 * @param jitter how much longer each way may take
 * @param bytesPerSecond bandwidth of each direction; 0: no limit
 */
record NetworkSettings(Duration rtt, Duration jitter, long bytesPerSecond) {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private static final Property<Duration> RTT =
      Property.<Duration>optional(
              "network.rtt",
              ValueType.of("0 to 60s", NetworkSettings::time),
              "no relay",
              "round-trip time between client and server, such as 0, 500us, 20ms or 1s; a relay on"
                  + " this machine adds it, and is started for 0, too")
          .in(Scope.TRANSACTIONS);

  private static final Property<Duration> JITTER =
      Property.<Duration>optional(
              "network.jitter",
              ValueType.of("0 to 60s", NetworkSettings::time),
              "0",
              "each way takes up to this much longer, evenly distributed; bytes keep their order")
          .in(Scope.TRANSACTIONS);

  private static final Property<Long> BANDWIDTH =
      Property.<Long>optional(
              "network.bandwidth",
              ValueType.of("bits per second", NetworkSettings::rate),
              "no limit",
              "bandwidth of each direction, all connections together, such as 100Mbit/s or 1Gbit/s")
          .in(Scope.TRANSACTIONS);

  static final List<Property<?>> PROPERTIES = List.of(RTT, JITTER, BANDWIDTH, SocketSettings.PROXY);

  private static final Pattern TIME = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(us|ms|s)");
  private static final Pattern RATE =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(k|m|g)bit/s", Pattern.CASE_INSENSITIVE);
  private static final Map<String, Double> NANOS = Map.of("us", 1e3, "ms", 1e6, "s", 1e9);
  private static final Map<String, Double> BITS = Map.of("k", 1e3, "m", 1e6, "g", 1e9);

  /**
   * What the properties ask for; empty when they ask for no relay.
   *
   * @throws UsageException when one cannot be understood, or a proxy is given, too
   */
  static Optional<NetworkSettings> parse(Map<String, String> properties) {
    TypedProperties values = new TypedProperties(properties);
    if (Stream.of(RTT, JITTER, BANDWIDTH).noneMatch(values::has)) {
      return Optional.empty();
    }
    if (values.has(SocketSettings.PROXY)) {
      throw new UsageException(
          SocketSettings.PROXY
              + ": network.rtt, network.jitter and network.bandwidth start a proxy of their own;"
              + " give the one or the other");
    }
    return Optional.of(
        new NetworkSettings(
            values.get(RTT, Duration.ZERO),
            values.get(JITTER, Duration.ZERO),
            values.get(BANDWIDTH, 0L)));
  }

  private static Duration time(String value) {
    long nanos = value.equals("0") ? 0 : Math.round(number(TIME, value, NANOS));
    if (nanos < 0 || nanos > LONGEST.toNanos()) {
      throw new IllegalArgumentException(
          "expected a time of at most 60s with its unit, such as 500us, 20ms or 1s");
    }
    return Duration.ofNanos(nanos);
  }

  /** In the smallest unit; negative if it is none. */
  private static double number(Pattern pattern, String value, Map<String, Double> units) {
    Matcher matcher = pattern.matcher(value);
    return matcher.matches()
        ? Double.parseDouble(matcher.group(1))
            * units.get(matcher.group(2).toLowerCase(Locale.ROOT))
        : -1;
  }

  private static long rate(String value) {
    double bits = number(RATE, value, BITS);
    if (bits < 8) {
      throw new IllegalArgumentException(
          "expected bits per second, such as 500kbit/s, 100Mbit/s or 1Gbit/s");
    }
    return Math.round(bits / 8);
  }

  /** The arguments of the relay's process. */
  List<String> arguments(long seed) {
    return List.of(
        Long.toString(rtt.toNanos()),
        Long.toString(jitter.toNanos()),
        Long.toString(bytesPerSecond),
        Long.toString(seed));
  }
}

package site.ycsb.tls.fleet;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.socket.count.TlsEvidence;

/**
 * Whether agents of one run have talked to the same server by the same driver, and have negotiated
 * the same. Numbers of handshakes and bytes may differ.
 */
final class EvidenceOfAgents {
  /** A number that is no part of a name: "0 of 4 handshakes", but not "x25519". */
  private static final Pattern COUNT = Pattern.compile("(?<![\\w.-])\\d+(?![\\w.-])");

  /** What bindings say of the server and of the driver. */
  private static final List<String> FACTS = List.of("server", "serverTlsLibrary", "driver");

  private EvidenceOfAgents() {}

  /** The first thing in which two results differ, which one result of both must not name. */
  static Optional<Difference> between(RunResult one, RunResult other) {
    return FACTS.stream()
        .map(name -> difference(name, one.server(), other.server()))
        .filter(difference -> !difference.one().equals(difference.other()))
        .findFirst()
        .or(() -> difference(one.tls(), other.tls()));
  }

  private static Difference difference(
      String name, Map<String, String> one, Map<String, String> other) {
    return new Difference(
        name, one.getOrDefault(name, "nothing"), other.getOrDefault(name, "nothing"));
  }

  /**
   * The first thing in which two differ: its name, the first one's value and the other's.
   *
   * @param one evidence; null without TLS
   * @param other likewise
   */
  static Optional<Difference> difference(TlsEvidence one, TlsEvidence other) {
    Map<String, String> ofOne = values(one);
    Map<String, String> ofOther = values(other);
    return Stream.concat(ofOne.keySet().stream(), ofOther.keySet().stream())
        .distinct()
        .map(name -> difference(name, ofOne, ofOther))
        .filter(difference -> !difference.isOfCounts())
        .findFirst();
  }

  /** A thing in which two differ. */
  record Difference(String name, String one, String other) {
    private boolean isOfCounts() {
      return COUNT.matcher(one).replaceAll("#").equals(COUNT.matcher(other).replaceAll("#"));
    }
  }

  private static Map<String, String> values(TlsEvidence evidence) {
    Map<String, String> values = new LinkedHashMap<>();
    if (evidence == null) {
      values.put("pin", "none");
      return values;
    }
    values.put("pin", evidence.pinned());
    values.put("protocol", evidence.protocol());
    values.put("suite", evidence.cipherSuite());
    values.put("group", evidence.group());
    values.put("server key", evidence.serverKey());
    values.put("certificate", evidence.certificate());
    values.put("verification", evidence.verified());
    values.put("provider", evidence.provider());
    values.put("resumption", evidence.resumption());
    values.put("tls.legacy", Boolean.toString(evidence.legacy()));
    for (AccountRow row : evidence.account()) {
      values.put(row.setting(), "%s (asked: %s)".formatted(row.observed(), row.asked()));
    }
    values.replaceAll((name, value) -> String.valueOf(value));
    return values;
  }
}

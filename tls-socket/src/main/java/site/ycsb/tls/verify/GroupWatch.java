package site.ycsb.tls.verify;

import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.security.interfaces.ECKey;
import java.security.interfaces.XECKey;
import java.security.spec.NamedParameterSpec;
import java.util.Locale;
import java.util.Set;
import javax.crypto.interfaces.DHKey;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.wire.ServerFlight;

/**
 * Finds the group of a handshake inside an encrypted connection, where it cannot be read from the
 * wire: JSSE asks the algorithm constraints of a socket whether it may use the key that the server
 * sends for the key agreement. Permits everything. For one socket; used by the thread that reads
 * from it.
 */
public final class GroupWatch implements AlgorithmConstraints {
  private String group = ServerFlight.NO_GROUP;

  /** A handshake begins now; forgets the earlier one. */
  public void beginHandshake() {
    group = ServerFlight.NO_GROUP;
  }

  /**
   * The group of the last key agreement, with the name that {@link ServerFlight#group()} uses;
   * {@link ServerFlight#NO_GROUP} when there was none.
   */
  public String group() {
    return group;
  }

  @Override
  public boolean permits(Set<CryptoPrimitive> primitives, String algorithm, AlgorithmParameters p) {
    return true;
  }

  @Override
  public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
    if (primitives.contains(CryptoPrimitive.KEY_AGREEMENT)) {
      group = nameOf(key);
    }
    return true;
  }

  @Override
  public boolean permits(
      Set<CryptoPrimitive> primitives, String algorithm, Key key, AlgorithmParameters parameters) {
    return permits(primitives, key);
  }

  private static String nameOf(Key key) {
    if (key instanceof XECKey x && x.getParams() instanceof NamedParameterSpec named) {
      return named.getName().toLowerCase(Locale.ROOT);
    }
    if (key instanceof ECKey ec) {
      return ServerKey.curveOf(ec).map(NamedGroup::toString).orElse("another curve");
    }
    if (key instanceof DHKey dh) {
      return ServerFlight.groupOfPrime(dh.getParams().getP().toByteArray());
    }
    return "unknown (" + key.getAlgorithm() + ")";
  }
}

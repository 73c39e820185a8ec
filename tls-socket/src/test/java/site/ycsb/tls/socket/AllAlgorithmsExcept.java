package site.ycsb.tls.socket;

import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.util.Set;

/** Permits all but one algorithm. */
record AllAlgorithmsExcept(String forbidden) implements AlgorithmConstraints {
  @Override
  public boolean permits(
      Set<CryptoPrimitive> primitives, String algorithm, AlgorithmParameters parameters) {
    return !algorithm.equalsIgnoreCase(forbidden);
  }

  @Override
  public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
    return true;
  }

  @Override
  public boolean permits(
      Set<CryptoPrimitive> primitives, String algorithm, Key key, AlgorithmParameters p) {
    return permits(primitives, algorithm, p);
  }
}

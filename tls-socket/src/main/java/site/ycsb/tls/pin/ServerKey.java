package site.ycsb.tls.pin;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.EllipticCurve;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Algorithm and size of a server's key: {@code RSA-2048}, {@code EC-256}, {@code Ed25519}, {@code
 * ML-DSA-65}.
 *
 * @param algorithm the kind of key
 * @param bits its size as it is usually given: the RSA modulus, the field of the curve; 256 for
 *     Ed25519 and 456 for Ed448; for ML-DSA, which is named after the shape of its matrix and not
 *     after a number of bits, that name: 44, 65 or 87
 */
public record ServerKey(Algorithm algorithm, int bits) {
  /** How those with several sizes are written; the first that fits counts. */
  private static final List<Map.Entry<Algorithm, Pattern>> FORMS =
      List.of(
          Map.entry(Algorithm.ML_DSA, Pattern.compile("ML[-_ ]?DSA[-_ ]?(44|65|87)")),
          Map.entry(
              Algorithm.EC, Pattern.compile("(?:(?:EC|ECDSA|P|SECP)[-_ ]?)?(256|384|521)(?:R1)?")),
          Map.entry(Algorithm.RSA, Pattern.compile("(?:RSA[-_ ]?)?(\\d{3,5})")));

  /**
   * How the encoding of an ML-DSA public key goes on after its first four bytes, but for the last
   * of these: an algorithm identifier without parameters (RFC 9881). JDKs and providers differ in
   * the classes of these keys and in their names.
   */
  private static final byte[] ML_DSA_IDENTIFIER =
      HexFormat.of().parseHex("300b0609608648016503040300");

  /** By the last byte of their object identifiers: 17, 18, 19. */
  private static final List<Integer> ML_DSA_SETS = List.of(44, 65, 87);

  private static final int FIRST_ML_DSA = 17;

  /** Those with one size, by their names in capitals. */
  private static final Map<String, ServerKey> OF_ONE_SIZE =
      Map.of(
          "ED25519", new ServerKey(Algorithm.ED25519, 256),
          "ED448", new ServerKey(Algorithm.ED448, 456));

  /** A size alone does not name a curve: secp256k1 and brainpoolP256r1 have 256 bits too. */
  private static final Map<NamedGroup, EllipticCurve> CURVES = curves();

  /** The kinds of keys that a certificate for TLS can have. */
  public enum Algorithm {
    RSA("RSA"),
    EC("EC"),
    ED25519("Ed25519"),
    ED448("Ed448"),
    /** The post-quantum signature of FIPS 204; in TLS 1.3 only. */
    ML_DSA("ML-DSA");

    private final String jcaName;

    Algorithm(String jcaName) {
      this.jcaName = jcaName;
    }

    /** The name that Java's security providers use. */
    @Override
    public String toString() {
      return jcaName;
    }
  }

  public ServerKey {
    Objects.requireNonNull(algorithm);
    boolean exists =
        switch (algorithm) {
          case RSA -> bits >= 512 && bits <= 16384;
          case EC -> bits == 256 || bits == 384 || bits == 521;
          case ED25519 -> bits == 256;
          case ED448 -> bits == 456;
          case ML_DSA -> ML_DSA_SETS.contains(bits);
        };
    if (!exists) {
      throw new IllegalArgumentException(
          "no %s key of %d bits can be pinned; RSA has 512 to 16384, EC has 256, 384 or 521, ML-DSA is 44, 65 or 87"
              .formatted(algorithm, bits));
    }
  }

  /**
   * Understands {@code 2048} and {@code RSA-2048}; {@code 256}, {@code EC-256}, {@code P-256} and
   * {@code secp256r1}; {@code Ed25519}; {@code ML-DSA-65}; in any case. A size alone also
   * determines the algorithm, because RSA and EC have no size in common.
   *
   * @throws IllegalArgumentException for anything else; the message lists the valid forms
   */
  public static ServerKey parse(String text) {
    String name = text.strip().toUpperCase(Locale.ROOT);
    if (OF_ONE_SIZE.containsKey(name)) {
      return OF_ONE_SIZE.get(name);
    }
    for (Map.Entry<Algorithm, Pattern> form : FORMS) {
      Matcher size = form.getValue().matcher(name);
      if (size.matches()) {
        return new ServerKey(form.getKey(), Integer.parseInt(size.group(1)));
      }
    }
    throw new IllegalArgumentException(
        "unknown server key '%s'; give a size (2048) or algorithm and size (RSA-2048, EC-256, Ed25519, ML-DSA-65)"
            .formatted(text));
  }

  /**
   * Algorithm and size of a public key.
   *
   * @throws IllegalArgumentException when its algorithm or size is none of those known here
   */
  public static ServerKey of(PublicKey key) {
    if (key instanceof RSAKey rsa) {
      return new ServerKey(Algorithm.RSA, rsa.getModulus().bitLength());
    }
    if (key instanceof ECKey ec) {
      int bits = ec.getParams().getCurve().getField().getFieldSize();
      if (curveOf(ec).isEmpty()) {
        throw new IllegalArgumentException(
            "an EC key of %d bits on another curve than %s".formatted(bits, CURVES.keySet()));
      }
      return new ServerKey(Algorithm.EC, bits);
    }
    String name = key instanceof EdECKey ed ? ed.getParams().getName() : key.getAlgorithm();
    return Optional.ofNullable(OF_ONE_SIZE.get(name.toUpperCase(Locale.ROOT)))
        .or(() -> mlDsa(key))
        .orElseThrow(() -> new IllegalArgumentException("a key of unknown algorithm: " + name));
  }

  private static Optional<ServerKey> mlDsa(PublicKey key) {
    byte[] encoded = key.getEncoded();
    int last = 4 + ML_DSA_IDENTIFIER.length - 1;
    if (encoded == null
        || encoded.length <= last
        || !Arrays.equals(encoded, 4, last, ML_DSA_IDENTIFIER, 0, ML_DSA_IDENTIFIER.length - 1)) {
      return Optional.empty();
    }
    int set = encoded[last] - FIRST_ML_DSA;
    return set >= 0 && set < ML_DSA_SETS.size()
        ? Optional.of(new ServerKey(Algorithm.ML_DSA, ML_DSA_SETS.get(set)))
        : Optional.empty();
  }

  /** The group of a key's curve; empty if it is not one of NIST's three. */
  public static Optional<NamedGroup> curveOf(ECKey key) {
    EllipticCurve curve = key.getParams().getCurve();
    return CURVES.entrySet().stream()
        .filter(known -> known.getValue().equals(curve))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static Map<NamedGroup, EllipticCurve> curves() {
    Map<NamedGroup, EllipticCurve> curves = new EnumMap<>(NamedGroup.class);
    for (NamedGroup group :
        List.of(NamedGroup.SECP256R1, NamedGroup.SECP384R1, NamedGroup.SECP521R1)) {
      try {
        AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec(group.toString()));
        curves.put(group, parameters.getParameterSpec(ECParameterSpec.class).getCurve());
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every JVM has " + group, e);
      }
    }
    return curves;
  }

  /** The same result as a record's own method, but faster: it is called once per handshake. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ServerKey key && algorithm == key.algorithm && bits == key.bits;
  }

  @Override
  public int hashCode() {
    return 31 * algorithm.hashCode() + bits;
  }

  /** The spelling that {@link #parse} understands: {@code RSA-2048}, {@code EC-256}. */
  @Override
  public String toString() {
    return algorithm == Algorithm.ED25519 || algorithm == Algorithm.ED448
        ? algorithm.toString()
        : algorithm + "-" + bits;
  }
}

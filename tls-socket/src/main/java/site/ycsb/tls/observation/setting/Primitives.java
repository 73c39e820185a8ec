package site.ycsb.tls.observation.setting;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Security;
import java.security.Signature;
import java.security.spec.AlgorithmParameterSpec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLPeerUnverifiedException;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.Handshake;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.option.ConfiguredProviders;
import site.ycsb.tls.option.JcaProvider;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.TlsProtocol;

/**
 * Which providers that are not the JDK's serve the suite's cipher, the server's signature and the
 * key agreement, when a TLS library asks the JVM for them: a JVM may have another in front of its
 * own, and one that fails to load is not there. TLS libraries with native code do not ask. It is
 * asked after the run, so that a provider that the client registered meanwhile is seen.
 */
final class Primitives {
  private static final String OWN = "JDK";
  private static final String CIPHER = "Cipher";

  private Primitives() {}

  private interface Question {
    /** Null when there is nothing to ask. */
    Service answer() throws GeneralSecurityException, SSLPeerUnverifiedException;
  }

  static AccountRow row(ObservedTls observed) {
    String suite = observed.asked().pin().cipherSuite().name();
    String group = observed.last() == null ? "none" : observed.last().flight().group();
    List<Service> others =
        Stream.of(
                other(() -> cipher(suite)),
                other(() -> signature(observed.last())),
                other(() -> agreement(group)))
            .flatMap(Optional::stream)
            .toList();
    String text = others.isEmpty() ? OWN : words(others) + ", else " + OWN;
    if (observed.asked().jca().isPresent()) {
      return askedRow(observed, observed.asked().jca().get(), others, text);
    }
    List<Service> registered =
        others.stream()
            .filter(service -> !ConfiguredProviders.contains(service.provider()))
            .filter(Service::replacesTheJdks)
            .toList();
    return registered.isEmpty()
        ? observed.open(text)
        : observed.remarked(
            AccountRow.LEFT_OPEN,
            text,
            "%s: the client registered this provider in front of the JDK's own while it ran, and the TLS in use takes its services: that may cost many times the CPU; register it with Security.addProvider, which puts it last"
                .formatted(words(registered)));
  }

  /**
   * The cipher must be that of the provider that was asked for: records are most of what it does.
   */
  private static AccountRow askedRow(
      ObservedTls observed, JcaProvider asked, List<Service> others, String text) {
    List<Service> served = others.stream().filter(s -> asked.is(s.provider())).toList();
    if (served.stream().anyMatch(service -> service.kind().equals(CIPHER))) {
      return observed.same(asked.toString(), text);
    }
    String remark =
        "%s=%s: it does not serve the cipher of %s; pin a suite with AES-GCM, or leave it out"
            .formatted(TlsProperties.JCA, asked, observed.asked().pin().cipherSuite());
    return served.isEmpty()
        ? observed.different(asked.toString(), text, remark)
        : observed.remarked(asked.toString(), text, remark);
  }

  /**
   * One service, and who gives it.
   *
   * @param algorithm its name; of a cipher, with mode and padding
   */
  private record Service(String kind, String algorithm, Provider provider) {
    /** Whether the JDK has it, too: a provider that gives what the JDK lacks is in nobody's way. */
    boolean replacesTheJdks() {
      return Stream.of(Security.getProviders())
          .filter(JsseProviders::isOfJdk)
          .anyMatch(
              p -> kind.equals(CIPHER) ? hasCipher(p) : p.getService(kind, algorithm) != null);
    }

    /** Providers list ciphers without their modes. */
    private boolean hasCipher(Provider jdks) {
      try {
        return Cipher.getInstance(algorithm, jdks) != null;
      } catch (GeneralSecurityException e) {
        return false;
      }
    }
  }

  private static String words(List<Service> services) {
    return services.stream()
        .map(service -> service.kind() + " " + JsseProviders.nameAndVersion(service.provider()))
        .collect(Collectors.joining(", "));
  }

  /** Empty when it is a provider of the JDK, or there is none. */
  private static Optional<Service> other(Question question) {
    try {
      return Optional.ofNullable(question.answer())
          .filter(service -> !JsseProviders.isOfJdk(service.provider()));
    } catch (GeneralSecurityException | SSLPeerUnverifiedException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Service cipher(String suite) throws GeneralSecurityException {
    String block =
        Stream.of("AES", "ARIA", "Camellia", "SM4")
            .filter(name -> suite.contains("_" + name.toUpperCase(Locale.ROOT) + "_"))
            .findFirst()
            .orElse("");
    String mode =
        Stream.of("GCM", "CCM", "CBC")
            .filter(name -> suite.contains("_" + name))
            .findFirst()
            .orElse("");
    if (!block.isEmpty() && !mode.isEmpty()) {
      return of(
          block + "/" + mode + "/NoPadding",
          new SecretKeySpec(
              new byte[suite.contains("_128_") || block.equals("SM4") ? 16 : 32], block),
          mode.equals("CBC")
              ? new IvParameterSpec(new byte[16])
              : new GCMParameterSpec(128, new byte[12]));
    }
    return suite.contains("CHACHA20")
        ? of(
            "ChaCha20-Poly1305",
            new SecretKeySpec(new byte[32], "ChaCha20"),
            new IvParameterSpec(new byte[12]))
        : null;
  }

  /** Some providers are asked only when the key is known. */
  private static Service of(String transformation, Key key, AlgorithmParameterSpec parameters)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(transformation);
    cipher.init(Cipher.ENCRYPT_MODE, key, parameters);
    return new Service(CIPHER, transformation, cipher.getProvider());
  }

  private static Service signature(Handshake last)
      throws GeneralSecurityException, SSLPeerUnverifiedException {
    if (last == null) {
      return null;
    }
    PublicKey key = last.session().getPeerCertificates()[0].getPublicKey();
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" ->
              last.flight().version() == TlsProtocol.TLS_1_3.code()
                  ? "RSASSA-PSS"
                  : "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    Signature signature = Signature.getInstance(algorithm);
    signature.initVerify(key);
    return new Service("Signature", algorithm, signature.getProvider());
  }

  private static Service agreement(String group) throws GeneralSecurityException {
    boolean xec = group.equals("x25519") || group.equals("x448");
    if (!xec && !group.startsWith("secp")) {
      return null;
    }
    KeyPairGenerator keys = KeyPairGenerator.getInstance(xec ? group : "EC");
    KeyAgreement agreement = KeyAgreement.getInstance(xec ? group : "ECDH");
    agreement.init(keys.generateKeyPair().getPrivate());
    return new Service("KeyAgreement", agreement.getAlgorithm(), agreement.getProvider());
  }
}

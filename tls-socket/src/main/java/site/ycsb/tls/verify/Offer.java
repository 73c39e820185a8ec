package site.ycsb.tls.verify;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import site.ycsb.tls.option.JsseProviders;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.property.Advice;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.wire.ClientHello;

/**
 * What this JVM would offer for a pin: makes a ClientHello and reads it, without sending it. So a
 * pin that cannot be offered is known before any connection, whatever the TLS provider claims.
 */
public final class Offer {
  private Offer() {}

  /**
   * The ClientHello for the options.
   *
   * @throws UsageException when this JVM cannot offer exactly the pin
   */
  public static ClientHello require(SSLContext context, TlsOptions options) {
    TlsPin pin = options.pin();
    String provider = context.getProvider().getName();
    try {
      SSLEngine engine = engine(context, options);
      engine.setSSLParameters(new PinnedParameters(options).force(engine.getSSLParameters(), null));
      requireEnabled(engine, options, provider);
      ClientHello hello = hello(engine);
      requireOnlyPinned(hello, pin, provider);
      requireGroup(hello, context, pin);
      requireKey(hello, pin, provider);
      requireCertificateCompression(hello, options, provider);
      return hello;
    } catch (UsageException e) {
      throw e;
    } catch (SSLException | IllegalArgumentException | IllegalStateException e) {
      throw new UsageException(disabled(options, provider, e.getMessage()), e);
    } catch (LinkageError e) {
      throw new UsageException(ofLinkage(provider, pin, e), e);
    } catch (RuntimeException | AssertionError e) {
      // A TLS library may throw anything.
      throw new UsageException(
          "the TLS of %s fails with %s: %s; set tls.provider to another"
              .formatted(provider, pin, e),
          e);
    }
  }

  private static SSLEngine engine(SSLContext context, TlsOptions options) {
    SSLEngine engine = context.createSSLEngine("localhost", 1);
    engine.setUseClientMode(true);
    try {
      engine.setEnabledCipherSuites(new PinnedParameters(options).cipherSuites());
      engine.setEnabledProtocols(new PinnedParameters(options).protocols());
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "%s has no %s in %s (%s); %s"
              .formatted(
                  context.getProvider().getName(),
                  options.pin().cipherSuite(),
                  options.pin().protocol(),
                  e.getMessage(),
                  Advice.get().pinnable()),
          e);
    }
    return engine;
  }

  /**
   * Before Java 20 a process has one list of groups, and the JDK's TLS cannot be loaded if it has
   * none of them.
   */
  public static String ofLinkage(String provider, TlsPin pin, LinkageError e) {
    String reason = String.valueOf(e.getCause() == null ? e : e.getCause());
    return "the TLS of %s fails with %s: %s; set %stls.provider to another%s"
        .formatted(
            provider,
            pin,
            reason,
            pin.group().isPresent() ? "tls.group or " : "",
            pin.group().filter(NamedGroup::isHybrid).isPresent()
                ? " (BCJSSE has X25519MLKEM768)"
                : "");
  }

  private static void requireEnabled(SSLEngine engine, TlsOptions options, String provider) {
    TlsPin pin = options.pin();
    List<String> supported = Arrays.asList(engine.getSupportedCipherSuites());
    if (!supported.contains(pin.cipherSuite().jsseName())
        && !supported.contains(pin.cipherSuite().name())) {
      throw new UsageException(disabled(options, provider, "disabled suite"));
    }
  }

  private static String disabled(TlsOptions options, String provider, String reason) {
    String whatToDo;
    if (JvmTls.disabledAlgorithmsLifted()) {
      whatToDo = Advice.get().pinnable();
    } else if (options.legacy()) {
      whatToDo = "tls.legacy=true came too late: call JvmTls.prepare as the first thing in main";
    } else {
      whatToDo = "set tls.legacy=true to allow it in this process";
    }
    return "this JVM's %s has disabled %s in %s (%s); %s"
        .formatted(
            provider, options.pin().cipherSuite(), options.pin().protocol(), reason, whatToDo);
  }

  /**
   * The ClientHello that an engine would send, which may take several records.
   *
   * @param engine of a client, before its handshake
   * @throws IllegalArgumentException when it sends something else
   */
  public static ClientHello hello(SSLEngine engine) throws SSLException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    do {
      record.clear();
      engine.wrap(ByteBuffer.allocate(0), record);
      sent.write(record.array(), 0, record.position());
    } while (record.position() > 0 && ClientHello.isBeginning(sent.toByteArray()));
    return ClientHello.parse(sent.toByteArray());
  }

  private static void requireOnlyPinned(ClientHello hello, TlsPin pin, String provider) {
    // The signal of RFC 5746 is not a suite that could be negotiated.
    List<Integer> suites =
        hello.cipherSuites().stream()
            .filter(code -> code != ClientHello.RENEGOTIATION_INFO_SCSV)
            .toList();
    if (!suites.equals(List.of(pin.cipherSuite().code()))
        || !hello.versions().equals(List.of(pin.protocol().code()))) {
      throw new UsageException(
          "%s cannot offer %s alone: its ClientHello has the suites %s; set tls.provider to another"
              .formatted(
                  provider,
                  pin,
                  suites.stream().map(CipherSuites::nameOf).collect(Collectors.joining(", "))));
    }
  }

  private static void requireGroup(ClientHello hello, SSLContext context, TlsPin pin) {
    if (pin.group().isPresent() && !hello.groups().contains(pin.group().get().code())) {
      NamedGroup group = pin.group().get();
      throw new UsageException(
          "tls.group=%s: %s cannot offer it%s; it can offer %s: %sset tls.group to one of these%s"
              .formatted(
                  group,
                  inThisJvm(
                      context.getProvider().getName() + JsseProviders.mode(context.getProvider())),
                  pin.protocol() == TlsProtocol.TLS_1_3 ? "" : " in " + pin.protocol(),
                  names(groups(context, pin)),
                  limited(pin),
                  group.isHybrid()
                      ? ", or tls.provider to BCJSSE"
                      : " or tls.provider to another"));
    }
  }

  /** Of the JDK, an update may have what another does not. */
  private static String inThisJvm(String provider) {
    return "%s of this JVM (Java %s)".formatted(provider, Runtime.version());
  }

  /**
   * The groups that a client of the context can offer, alone where the JVM allows that (Java 20 and
   * newer); before it, those of the process's list.
   *
   * @param pin its protocol and suite are what is offered
   */
  public static List<NamedGroup> groups(SSLContext context, TlsPin pin) {
    return Arrays.stream(NamedGroup.values())
        .filter(group -> group.fits(pin.cipherSuite().keyExchange()))
        .filter(group -> offers(context, pin.withGroup(group)))
        .toList();
  }

  private static boolean offers(SSLContext context, TlsPin pin) {
    try {
      TlsOptions options = TlsOptions.of(pin);
      SSLEngine engine = engine(context, options);
      engine.setSSLParameters(new PinnedParameters(options).force(engine.getSSLParameters(), null));
      return hello(engine).groups().contains(pin.group().orElseThrow().code());
    } catch (SSLException | RuntimeException | LinkageError | AssertionError e) {
      return false; // A TLS library may throw anything.
    }
  }

  /** Whether a client of the context can verify the signature of a server with the pinned key. */
  public static boolean verifies(SSLContext context, TlsPin pin) {
    try {
      ClientHello hello = hello(engine(context, TlsOptions.of(pin)));
      return pin.serverKey()
          .map(key -> SignatureSchemes.verify(hello.signatureSchemes(), key, pin.protocol()))
          .orElse(true);
    } catch (SSLException | RuntimeException | LinkageError | AssertionError e) {
      return false; // A TLS library may throw anything.
    }
  }

  /** A key whose signature the client cannot verify is never sent to it. */
  private static void requireKey(ClientHello hello, TlsPin pin, String provider) {
    boolean signs =
        pin.cipherSuite().keyExchange() != KeyExchange.RSA
            && pin.cipherSuite().keyExchange() != KeyExchange.ECDH;
    if (signs
        && pin.serverKey().isPresent()
        && !hello.signatureSchemes().isEmpty()
        && !SignatureSchemes.verify(
            hello.signatureSchemes(), pin.serverKey().get(), pin.protocol())) {
      throw new UsageException(
          "tls.keysize=%s: %s cannot verify such a key in %s; it can verify %s: set tls.keysize to one of these%s"
              .formatted(
                  pin.serverKey().get(),
                  inThisJvm(provider),
                  pin.protocol(),
                  String.join(
                      ", ", SignatureSchemes.kinds(hello.signatureSchemes(), pin.protocol())),
                  pin.serverKey().get().algorithm() == ServerKey.Algorithm.ML_DSA
                      ? ", or tls.provider to BCJSSE"
                      : " or tls.provider to another"));
    }
  }

  private static void requireCertificateCompression(
      ClientHello hello, TlsOptions options, String provider) {
    Optional<Boolean> wanted = options.certificateCompression();
    boolean offered = hello.extensions().contains(ClientHello.COMPRESS_CERTIFICATE);
    if (wanted.isPresent() && wanted.get() != offered) {
      throw new UsageException(
          wanted.get()
              ? "tls.certificate-compression=on: %s does not ask for compressed certificates; SunJSSE does from Java 27 on: leave it out, or measure with such a Java"
                  .formatted(inThisJvm(provider))
              : "tls.certificate-compression=off: %s asks for compressed certificates all the same; leave it out"
                  .formatted(inThisJvm(provider)));
    }
  }

  /** What leaves the pinned group out: an earlier pin, or an option of the JVM. */
  private static String limited(TlsPin pin) {
    String groups = System.getProperty(JvmTls.NAMED_GROUPS, "");
    if (groups.isEmpty() || groups.contains(pin.group().orElseThrow().toString())) {
      return "";
    }
    return JvmTls.groupsAreOfAnEarlierPin()
        ? "an earlier pin of this JVM limited it to them, and before Java 20 a JVM has one list of groups: use another JVM or Java 20, or "
        : "that is what -D%s=%s says: %s, or "
            .formatted(JvmTls.NAMED_GROUPS, groups, Advice.get().withoutJvmOption());
  }

  private static String names(List<NamedGroup> groups) {
    return groups.isEmpty()
        ? "none"
        : groups.stream().map(NamedGroup::toString).collect(Collectors.joining(", "));
  }
}

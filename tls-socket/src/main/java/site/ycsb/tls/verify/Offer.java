package site.ycsb.tls.verify;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.TlsPin;
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
              .formatted(provider, pin, names(suites)));
    }
    if (pin.group().isPresent() && !hello.groups().contains(pin.group().get().code())) {
      throw new UsageException(
          "%s does not offer the group %s of %s but %s; %sset tls.group or tls.provider to another"
              .formatted(provider, pin.group().get(), pin, groups(hello.groups()), limited(pin)));
    }
  }

  /** The option of the JVM that leaves the pinned group out. */
  private static String limited(TlsPin pin) {
    String groups = System.getProperty(JvmTls.NAMED_GROUPS, "");
    return groups.isEmpty() || groups.contains(pin.group().orElseThrow().toString())
        ? ""
        : "that is what -D%s=%s says: %s, or "
            .formatted(JvmTls.NAMED_GROUPS, groups, Advice.get().withoutJvmOption());
  }

  private static String groups(List<Integer> codes) {
    return codes.isEmpty()
        ? "none at all"
        : codes.stream()
            .map(
                code ->
                    NamedGroup.ofCode(code)
                        .map(NamedGroup::toString)
                        .orElseGet(() -> "0x%04X".formatted(code)))
            .collect(Collectors.joining(", "));
  }

  private static String names(List<Integer> suites) {
    return suites.stream()
        .map(
            code ->
                CipherSuites.ofCode(code)
                    .map(CipherSuite::name)
                    .orElseGet(() -> "0x%04X".formatted(code)))
        .collect(Collectors.joining(", "));
  }
}

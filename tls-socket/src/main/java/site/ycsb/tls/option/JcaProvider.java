package site.ycsb.tls.option;

import java.security.Provider;
import java.security.Security;
import java.util.Locale;
import site.ycsb.tls.property.Advice;
import site.ycsb.tls.property.UsageException;

/**
 * A provider of ciphers, signatures and key agreement (JCA) that can be put in front of the JDK's
 * own, so that an implementation of TLS that asks the JVM for them takes its services. Its jar must
 * be on the class path.
 */
public enum JcaProvider {
  /** Amazon's, on AWS-LC; its library is native code. */
  ACCP(
      "com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider",
      "software.amazon.cryptools:AmazonCorrettoCryptoProvider, with this machine's classifier, such"
          + " as linux-x86_64");

  private final String className;
  private final String artifact;

  JcaProvider(String className, String artifact) {
    this.className = className;
    this.artifact = artifact;
  }

  /**
   * Refuses a JVM that cannot have it. It changes nothing in this JVM.
   *
   * @throws UsageException with what to do
   */
  void require() {
    load();
  }

  /**
   * Puts it in front of all other providers of this process. A provider that was asked for an
   * algorithm before keeps it, so this comes before the first use of TLS.
   *
   * @throws UsageException if this JVM cannot have it
   */
  void putFirst() {
    Provider provider = load();
    Security.removeProvider(provider.getName());
    Security.insertProviderAt(provider, 1);
  }

  /** Whether the provider is this one. */
  public boolean is(Provider provider) {
    return provider.getClass().getName().equals(className);
  }

  /** The property's value. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  private Provider load() {
    Provider provider;
    try {
      provider = JsseProviders.make(className);
    } catch (ClassNotFoundException e) {
      throw refused("its jar is not on the class path; add " + artifact + ", with -cp", e);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw refused("it does not work here: " + e, e);
    }
    // Amazon's is there, and empty, if its native library cannot be loaded.
    if (provider.getServices().isEmpty()) {
      throw refused(
          "it has no algorithm here, as if its native library could not be loaded; add the jar for this machine (%s), or name a folder whose files may be executed: %s"
              .formatted(artifact, Advice.get().withJvmOption("-Djava.io.tmpdir=DIR")),
          null);
    }
    return provider;
  }

  private UsageException refused(String reason, Throwable cause) {
    return new UsageException("%s=%s: %s".formatted(TlsProperties.JCA, this, reason), cause);
  }
}

package site.ycsb.tls.property;

import java.util.ServiceLoader;

/**
 * What the messages of this library advise: by default its classes. A program with commands for the
 * same names those, as a service. Each is part of a sentence, without its full stop.
 */
public interface Advice {

  /** That of the program that this library is part of. */
  static Advice get() {
    return ServiceLoader.load(Advice.class, Advice.class.getClassLoader())
        .findFirst()
        .orElse(new Advice() {});
  }

  /** Where to see which suites can be pinned in this JVM. */
  default String pinnable() {
    return "JvmSuites lists what can be pinned here";
  }

  /** Where to see which suites a server accepts. */
  default String accepted(String server) {
    return "ServerProbe lists what it accepts";
  }

  /** Where to see all properties. */
  default String properties() {
    return "TlsProperties.ALL has all";
  }

  /** What takes several suites. */
  default String severalSuites() {
    return "make a transport for each";
  }

  /** How a provider's jar comes to the class path. */
  default String jar(String artifact) {
    return "add " + artifact;
  }

  /** How the JVM gets an option. */
  default String withJvmOption(String option) {
    return "start the JVM with " + option;
  }

  /** How the JVM loses an option that it was started with. */
  default String withoutJvmOption() {
    return "start the JVM without the option";
  }
}

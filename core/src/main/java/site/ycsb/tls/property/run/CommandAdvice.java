package site.ycsb.tls.property.run;

import site.ycsb.tls.property.Advice;

/** The commands of this program that say more than a message can. */
public final class CommandAdvice implements Advice {
  @Override
  public String pinnable() {
    return "'bin/ycsb suites' lists what can be pinned here";
  }

  @Override
  public String accepted(String server) {
    return "'bin/ycsb suites " + server + "' lists what it accepts";
  }

  @Override
  public String properties() {
    return "'bin/ycsb help tls' lists all";
  }

  @Override
  public String severalSuites() {
    return "'bin/ycsb compare' takes a list or 'all' with -p tls.cipher";
  }

  @Override
  public String jar(String artifact) {
    return "give the property with -p to bin/ycsb, which adds it, or add " + artifact + " with -cp";
  }

  @Override
  public String withJvmOption(String option) {
    return "start with -jvm-args " + option;
  }

  @Override
  public String withoutJvmOption() {
    return "remove the option from JAVA_OPTS, JAVA_TOOL_OPTIONS, JDK_JAVA_OPTIONS or -jvm-args";
  }
}

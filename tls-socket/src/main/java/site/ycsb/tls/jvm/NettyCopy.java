package site.ycsb.tls.jvm;

import site.ycsb.tls.property.Advice;

/**
 * Netty, or the copy of it that another library contains ("shaded"). Packages, and with them the
 * names of system properties and of native libraries, begin with a prefix there.
 *
 * @param prefix ends with a dot; empty for Netty itself
 */
record NettyCopy(String prefix) {

  /**
   * The copy to which a native library belongs.
   *
   * @param before the part of the file's name between "lib" and "netty": the prefix, its dots
   *     written {@code _} and its underscores {@code _1} (Netty's NativeLibraryLoader)
   */
  static NettyCopy of(String before) {
    return new NettyCopy(before.replaceAll("_(?!1)", ".").replace("_1", "_"));
  }

  /**
   * How to start without a part of it.
   *
   * @param property a system property as Netty itself names it
   * @param jar what can be left out where it is a jar of its own
   */
  String without(String property, String jar) {
    String start = Advice.get().withJvmOption("-D" + prefix + property + "=true");
    // What is within the client's own jar cannot be taken away.
    return prefix.isEmpty() ? start + ", or take " + jar + " off the class path" : start;
  }
}

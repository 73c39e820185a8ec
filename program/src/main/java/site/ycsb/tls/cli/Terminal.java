package site.ycsb.tls.cli;

/** Whether the standard streams are terminals. */
final class Terminal {
  private Terminal() {}

  /**
   * Whether stderr is a terminal. The launcher says so: {@link System#console()} looks at stdin and
   * stdout only, and exists without a terminal since JDK 22.
   */
  static boolean isStderr() {
    return Boolean.getBoolean("ycsb.stderr.terminal");
  }

  /** Whether stdin is a terminal. */
  static boolean isStdin() {
    return Boolean.getBoolean("ycsb.stdin.terminal");
  }
}

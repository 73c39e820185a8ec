package site.ycsb.tls.cli;

/** What is on the other end of the standard streams. */
final class Terminal {
  private Terminal() {}

  /**
   * Whether stderr is a terminal. The launcher tells: {@link System#console()} looks at stdin and
   * stdout only, and since JDK 22 is there even without a terminal.
   */
  static boolean isStderr() {
    return Boolean.getBoolean("ycsb.stderr.terminal");
  }

  /** Whether somebody types: stdin is a terminal. */
  static boolean isStdin() {
    return Boolean.getBoolean("ycsb.stdin.terminal");
  }
}

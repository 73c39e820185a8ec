package site.ycsb.tls.cli.option;

/** Whether the standard streams are terminals. */
public final class Terminal {
  private Terminal() {}

  /**
   * Whether stderr is a terminal. The launcher says so: {@link System#console()} looks at stdin and
   * stdout only, and exists without a terminal since JDK 22.
   */
  public static boolean isStderr() {
    return Boolean.getBoolean("ycsb.stderr.terminal");
  }

  /** Whether stdin is a terminal. */
  public static boolean isStdin() {
    return Boolean.getBoolean("ycsb.stdin.terminal");
  }
}

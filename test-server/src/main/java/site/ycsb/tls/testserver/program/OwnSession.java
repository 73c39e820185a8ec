package site.ycsb.tls.testserver.program;

import java.util.ArrayList;
import java.util.List;

/**
 * Programs that go on when the user interrupts this one: a terminal sends Ctrl-C to all processes
 * of its foreground, and some must work until they are told to stop.
 */
public final class OwnSession {
  private static final String APART =
      """
      trap '' HUP INT
      command -v setsid >/dev/null && exec setsid "$@"
      exec "$@"
      """;

  private OwnSession() {}

  /**
   * The command that runs a program in a session of its own where the system has setsid, and
   * becomes that program. Elsewhere the program ignores what a terminal sends, unless it chooses
   * not to.
   *
   * @param name for what the shell says
   * @param program with its arguments; one that is not there ends with exit code 127 and a line
   */
  public static List<String> of(String name, List<String> program) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", APART, name));
    command.addAll(program);
    return command;
  }
}

package site.ycsb.tls.measurement.process.kernel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The control groups of a process, such as those of a container, a pod or a service, in either
 * version of control groups: cgroups(7). Linux only.
 *
 * @param groups the file that names the groups of the process
 * @param mounts the folder of all groups
 */
public record ControlGroups(Path groups, Path mounts) {
  /** Those of this process. */
  public static final ControlGroups OWN =
      new ControlGroups(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));

  /** Number, controllers (none in version 2), and path. */
  private static final Pattern GROUP = Pattern.compile("[0-9]+:([^:]*):/(.*)");

  /**
   * The folder of its group, and those of the groups above it; some may not be there, as in a
   * container that sees its own group only, as the top one. None where groups are unknown.
   *
   * @param controller such as {@code cpu}
   */
  public List<Path> folders(String controller) {
    List<Path> folders = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(groups)) {
        Matcher group = GROUP.matcher(line);
        if (group.matches()) {
          List<String> controllers = List.of(group.group(1).split(",", -1));
          if (controllers.contains("") || controllers.contains(controller)) {
            // In version 1 a link, if several controllers share a folder, in whichever order.
            Path top = mounts.resolve(controllers.contains("") ? "" : controller);
            Path own = top.resolve(group.group(2)).normalize();
            Stream.iterate(own, each -> each != null && each.startsWith(top), Path::getParent)
                .forEach(folders::add);
          }
        }
      }
    } catch (IOException | InvalidPathException e) {
      // Not Linux, or a name that this JVM cannot read: unknown.
    }
    return folders;
  }
}

package site.ycsb.tls.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** YCSB's classes by the names that they had until YCSB 0.15, as in many published workloads. */
final class OldPackage {
  private static final String OLD = "com.yahoo.ycsb.";
  private static final String NEW = "site.ycsb.";

  private OldPackage() {}

  /** The class's name of today. */
  static String renamed(String name) {
    return name.startsWith(OLD) ? NEW + name.substring(OLD.length()) : name;
  }

  /**
   * Renames the classes among the values.
   *
   * @return a note for each
   */
  static List<String> rename(Map<String, String> properties) {
    List<String> notes = new ArrayList<>();
    for (String name : new TreeSet<>(properties.keySet())) {
      String value = properties.get(name).strip();
      if (value.startsWith(OLD)) {
        properties.put(name, renamed(value));
        notes.add(
            "Note: %s=%s is the name until YCSB 0.15; it is %s now."
                .formatted(name, value, renamed(value)));
      }
    }
    return notes;
  }
}

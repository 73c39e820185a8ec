package site.ycsb.tls.measurement;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of the operations of one run, each with a small number, so that recording needs no map.
 * Thread-safe; resolve names once, not for each operation.
 */
public final class OperationNames {
  private final Map<String, Integer> ids = new LinkedHashMap<>();

  /** The number of this name, from 0; the same for each call. */
  public synchronized int id(String name) {
    return ids.computeIfAbsent(name, ignored -> ids.size());
  }

  /** All names; a name's number is its position. */
  public synchronized List<String> names() {
    return new ArrayList<>(ids.keySet());
  }
}

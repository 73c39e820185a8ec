package site.ycsb.tls.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the {@link ScriptedDb} clients of one run were asked, thread by thread, and what they store.
 * Thread-safe.
 *
 * @param asked by thread name: operation and key, in order
 * @param records fields by key
 * @param clients how many clients were initialised
 */
public record Journal(
    Map<String, List<String>> asked,
    Map<String, Map<String, String>> records,
    AtomicInteger clients) {

  /** The property that holds it. */
  public static final String PROPERTY = "test.journal";

  public Journal() {
    this(new ConcurrentHashMap<>(), new ConcurrentHashMap<>(), new AtomicInteger());
  }

  void add(String operation, String key) {
    asked
        .computeIfAbsent(Thread.currentThread().getName(), name -> new ArrayList<>())
        .add(operation + ' ' + key);
  }
}

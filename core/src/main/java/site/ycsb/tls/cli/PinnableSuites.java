package site.ycsb.tls.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.option.TlsProperty;

/** What {@code tls.cipher=all} stands for. */
final class PinnableSuites {
  private PinnableSuites() {}

  /** The properties, in order of their names, with {@code tls.cipher=all} written out. */
  static Map<String, String> resolve(Properties properties, Binding binding) {
    Map<String, String> all = new TreeMap<>();
    properties.stringPropertyNames().forEach(n -> all.put(n, properties.getProperty(n)));
    if ("all".equals(all.get(TlsProperty.CIPHER.key()))) {
      throw new UnsupportedOperationException("TODO" + binding);
    }
    return new LinkedHashMap<>(all);
  }
}

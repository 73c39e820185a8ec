package site.ycsb.tls.study.file;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import site.ycsb.tls.pin.NearestNames;

/** A mapping whose keys are known. */
record YamlFields(YamlValue whole, Map<String, YamlValue> values) {
  YamlFields(YamlValue whole, List<String> known) {
    this(whole, whole.map());
    values.forEach(
        (key, value) -> {
          if (!known.contains(key)) {
            throw value.error(
                "unknown key '%s' in %s: did you mean %s? All: %s"
                    .formatted(
                        key,
                        whole.name(),
                        NearestNames.of(key, known, 1).get(0),
                        String.join(", ", known)));
          }
        });
  }

  /** The value of a key that must be there. */
  YamlValue need(String key) {
    return find(key).orElseThrow(() -> whole.error(whole.name() + " lacks the key '" + key + "'"));
  }

  Optional<YamlValue> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** The converted value of a key, or the default if it is absent. */
  <T> T find(String key, Function<YamlValue, T> reader, T absent) {
    return find(key).map(reader).orElse(absent);
  }
}

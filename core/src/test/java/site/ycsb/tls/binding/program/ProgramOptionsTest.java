package site.ycsb.tls.binding.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;

class ProgramOptionsTest {
  private static final Property<List<String>> OPTIONS =
      ProgramOptions.property("--OPTION ...", "--.+", "options that begin with --", "");

  @Test
  void thereAreSpacesBetweenThem() {
    assertThat(values(" --skip-name-resolve  --port=1 ").given(OPTIONS))
        .hasValue(List.of("--skip-name-resolve", "--port=1"));
    assertThat(values(" ").given(OPTIONS)).isEmpty();
  }

  @Test
  void whatIsNoneIsNamed() {
    assertThatThrownBy(() -> values("--a=1 b=2").given(OPTIONS))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "testbed.options=--a=1 b=2: expected options that begin with --; 'b=2' is none");
  }

  private static TypedProperties values(String given) {
    return new TypedProperties(Map.of("testbed.options", given));
  }
}

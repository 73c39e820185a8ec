package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

class ProfiledTimeTest {
  @TempDir private Path folder;

  @Test
  void isReadAsItWasWritten() throws Exception {
    ProfiledTime time = new ProfiledTime(10, 20, SampleInterval.parse("500us"));
    assertThat(ProfiledTime.read(folder)).isEmpty();
    time.write(folder);
    assertThat(ProfiledTime.read(folder)).contains(time);
  }

  /** A slice with half of its samples would make each of its operations look cheaper. */
  @Test
  void hasWholeSlicesOnly() {
    ProfiledTime time = new ProfiledTime(10, 20, SampleInterval.USUAL);
    assertThat(time.contains(slice(10, 20))).isTrue();
    assertThat(time.contains(slice(9, 15))).isFalse();
    assertThat(time.contains(slice(15, 21))).isFalse();
  }

  private static SliceReport slice(long begin, long end) {
    return new SliceReport(Order.Kind.MEASURE, 0.1, 1, 0, 1, 0, 1, begin, end, null);
  }

  @Test
  void aDamagedFileIsNoTime() throws Exception {
    Files.writeString(folder.resolve(ProfiledTime.FILE), "began_at_ns,ended_at_ns,interval\n10,");
    assertThatIOException()
        .isThrownBy(() -> ProfiledTime.read(folder))
        .withMessageContaining("is damaged");
  }
}

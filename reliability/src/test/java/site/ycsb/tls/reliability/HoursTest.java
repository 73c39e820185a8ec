package site.ycsb.tls.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.reliability.Hours.Course;
import site.ycsb.tls.reliability.Hours.Figure;
import site.ycsb.tls.reliability.Hours.Growth;
import site.ycsb.tls.reliability.Hours.Outcome;
import site.ycsb.tls.reliability.Hours.Sample;

class HoursTest {
  /** Descriptors in an hour, of which ten more are allowed. */
  private static Course descriptors(String process, double... values) {
    List<Sample> samples =
        IntStream.range(0, values.length)
            .mapToObj(i -> new Sample(i / (values.length - 1.0), values[i]))
            .toList();
    return Hours.course(process, Figure.DESCRIPTORS, samples);
  }

  @Test
  void whatScattersTooMuchToShowAnythingIsOpen() {
    assertThat(descriptors("server", 50, 51, 49, 50, 51).growth()).isEqualTo(Growth.NONE);
    assertThat(descriptors("server", 50, 66, 82, 98, 114).growth()).isEqualTo(Growth.GROWN);
    // Of two processes together, one of which has 40 more than the other.
    assertThat(descriptors("server", 30, 70, 30, 70, 30, 70).growth()).isEqualTo(Growth.OPEN);
    assertThat(descriptors("server", 50, 50).growth()).isEqualTo(Growth.OPEN);
  }

  @Test
  void nothingIsPromisedOfAHeapThatWasNeverRead() {
    Course heap = Hours.course("client", Figure.HEAP, List.of());
    assertThat(heap.growth()).isEqualTo(Growth.OPEN);

    List<Course> courses =
        List.of(descriptors("client", 50, 50, 50), descriptors("server", 50, 50, 50), heap);
    assertThat(new Outcome(0, List.of(), courses).isAsPromised()).isFalse();
  }

  @Test
  void nothingIsPromisedOfASideThatWasNotSeen() {
    Course client = descriptors("client", 50, 50, 50);
    Course server = descriptors("server", 50, 50, 50);
    assertThat(new Outcome(0, List.of(), List.of(client, server)).isAsPromised()).isTrue();
    assertThat(new Outcome(1, List.of(), List.of(client, server)).isAsPromised()).isFalse();

    Outcome unseen = new Outcome(0, List.of(), List.of(client));
    assertThat(unseen.isAsPromised()).isFalse();
    assertThat(unseen.unseen()).containsExactly("server");
  }
}

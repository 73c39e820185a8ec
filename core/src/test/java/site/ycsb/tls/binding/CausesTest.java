package site.ycsb.tls.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CausesTest {
  private final Throwable root = new EOFException();
  private final Throwable middle = new IOException("the reason", root);
  private final Throwable failure = new IllegalStateException(null, middle);

  @Test
  void goFromTheFailureToTheRoot() {
    assertThat(Causes.of(failure)).containsExactly(failure, middle, root);
    assertThat(Causes.root(failure)).isSameAs(root);
    assertThat(Causes.root(root)).isSameAs(root);
  }

  @Test
  void findTheFirstOfAType() {
    assertThat(Causes.first(failure, IOException.class)).containsSame((IOException) middle);
    assertThat(Causes.first(failure, IllegalArgumentException.class)).isEmpty();
  }

  @Test
  void findTheLastThatSaysAnything() {
    assertThat(Causes.lastWithMessage(failure)).isSameAs(middle);
    assertThat(Causes.lastWithMessage(root)).isSameAs(root);
  }
}

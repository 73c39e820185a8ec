package site.ycsb.tls.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunControlTest {
  private final RunControl control = new RunControl(0);

  @Test
  void reasonsThatDifferInANumberOnlyAreOne() {
    for (int thread = 0; thread < 200; thread++) {
      control.fail(thread, "(conn=" + (4711 + thread) + ") Too many connections");
    }

    assertThat(control.failures())
        .containsExactly(
            "thread 0, 1, 2, 3, 4, 5, 6, 7, … (200 threads): (conn=4711) Too many connections");
  }

  @Test
  void longReasonsAndManyOfThemAreCut() {
    for (char reason = 'a'; reason <= 'z'; reason++) {
      control.fail(0, ("" + reason).repeat(5000));
    }

    assertThat(control.failures())
        .hasSize(6)
        .endsWith("and 21 more reasons")
        .allSatisfy(reason -> assertThat(reason.length()).isLessThan(700));
  }

  @Test
  void aReasonIsNotCutWithinAPassword() {
    control.fail(
        "x".repeat(560) + " cannot reach redis://someone:secret-of-theirs@db.example.org/");

    assertThat(control.failures())
        .singleElement()
        .asString()
        .contains("redis://***@db.ex")
        .doesNotContain("secr");
  }

  @Test
  void reasonsOfTheRunAreCountedByThemselves() {
    control.fail("the server is gone");
    control.fail("the server is gone");

    assertThat(control.failures()).containsExactly("the server is gone (2 times)");
  }
}

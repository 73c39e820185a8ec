package site.ycsb.tls.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.document.page.Csv;

/** A figure is shown as what it is, of whatever magnitude and sign. */
class RandomFiguresTest {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+(?:e[-+][0-9]+)?");

  /** Six decades below 1 and six above it. */
  private static double figure(SplittableRandom random) {
    double size = random.nextInt(20) == 0 ? 0 : RandomCases.magnitude(random, 1e-6, 1e6);
    return random.nextBoolean() ? size : -size;
  }

  /** The numbers of a text. */
  private static double[] read(String text) {
    Matcher numbers = NUMBER.matcher(text.replaceAll("(?<=\\d),(?=\\d)", ""));
    return numbers.results().mapToDouble(found -> Double.parseDouble(found.group())).toArray();
  }

  /**
   * How a figure is written, and how exact that is.
   *
   * @param absolute the largest error of a small one
   * @param relative the largest error of a large one, as a share of it
   * @param factor what the text is of the figure: 100 in percent
   */
  private record Form(
      DoubleFunction<String> words, double absolute, double relative, double factor) {
    double of(double figure) {
      return read(words.apply(figure))[0];
    }
  }

  private static Map<String, Form> forms() {
    Map<String, Form> forms = new LinkedHashMap<>();
    forms.put("number", new Form(Figures::number, 0.005, 0.005, 1));
    forms.put("signed", new Form(Figures::signed, 0.005, 0.005, 1));
    forms.put("significant", new Form(Figures::significant, 0, 0.005, 1));
    forms.put("cores", new Form(Figures::cores, 0, 0.005, 1));
    forms.put("given", new Form(Figures::given, 0, 5e-6, 1));
    forms.put("share", new Form(Figures::share, 0, 0.005, 100));
    forms.put("change", new Form(Figures::change, 0.05, 0.005, 100));
    forms.put("CSV", new Form(Csv::number, 0, 5e-6, 1));
    forms.put("CSV, percent", new Form(Csv::percent, 0, 5e-6, 100));
    return forms;
  }

  @Test
  void whatIsShownIsTheFigureRounded() {
    RandomCases.check(
        2_000,
        1,
        (random, size) -> {
          double figure = figure(random);
          forms()
              .forEach(
                  (name, form) -> {
                    double exact = form.factor * figure;
                    double most = Math.max(form.absolute, form.relative * Math.abs(exact));
                    assertThat(form.of(figure))
                        .as("%s of %s: %s", name, figure, form.words.apply(figure))
                        .isCloseTo(exact, within(most * (1 + 1e-9)));
                  });
          assertThat(read(Figures.percent(figure))[0])
              .isCloseTo(
                  Math.abs(100 * figure), within(Math.max(0.05, 0.0005 * Math.abs(100 * figure))));
        });
  }

  @Test
  void nothingIsNeverShownWithAMinus() {
    RandomCases.check(
        2_000,
        1,
        (random, size) -> {
          double figure = figure(random);
          for (DoubleFunction<String> words :
              List.<DoubleFunction<String>>of(Figures::number, Figures::signed, Figures::change)) {
            String text = words.apply(figure);
            boolean nothing = read(text)[0] == 0;
            assertThat(text.startsWith("-")).as(text).isEqualTo(figure < 0 && !nothing);
          }
        });
  }

  /** Else a table would contradict itself: an interval that does not contain its estimate. */
  @Test
  void whatIsLessIsNeverShownAsMore() {
    RandomCases.check(
        2_000,
        1,
        (random, size) -> {
          double least = figure(random);
          double room = RandomCases.one(random, 0.0, 1e-9, 1e-4, 0.01, 1.0);
          double middle = least + room * Math.abs(figure(random));
          double greatest = middle + room * Math.abs(figure(random));
          forms()
              .forEach(
                  (name, form) ->
                      assertThat(new double[] {form.of(least), form.of(middle), form.of(greatest)})
                          .as("%s of %s, %s, %s", name, least, middle, greatest)
                          .isSorted());
          double[] ends = read(Figures.interval(least, greatest));
          assertThat(read(Figures.change(middle))[0]).isBetween(ends[0], ends[1]);
          assertThat(read(Figures.range(least, greatest))).isEqualTo(ends);
          double[] signed = read(Figures.signedInterval(least, greatest));
          assertThat(read(Figures.signed(middle))[0]).isBetween(signed[0], signed[1]);
        });
  }

  @Test
  void aRangeWithoutSignsIsThatOfTheSizes() {
    RandomCases.check(
        1_000,
        1,
        (random, size) -> {
          double[] ends = {figure(random), figure(random)};
          Arrays.sort(ends);
          double[] shown = read(Figures.unsignedRange(ends[0], ends[1]));
          assertThat(shown).hasSize(2).isSorted();
          boolean bothSides = ends[0] < 0 && ends[1] > 0;
          assertThat(shown[0] < 0).isEqualTo(bothSides && read(Figures.change(ends[0]))[0] < 0);
          double size0 = 100 * Math.min(Math.abs(ends[0]), Math.abs(ends[1]));
          double least = bothSides ? 100 * ends[0] : size0;
          assertThat(shown[0])
              .isCloseTo(least, within(Math.max(0.05, 0.005 * Math.abs(least)) * (1 + 1e-9)));
        });
  }

  @Test
  void noLevelIsSaidToBe95PercentThatIsNot() {
    RandomCases.check(
        1_000,
        1,
        (random, size) -> {
          double level = random.nextDouble(random.nextBoolean() ? 0 : 0.94, 0.96);
          double shown = read(Figures.level(level))[0] / 100;
          assertThat(shown >= 0.95).as("%s: %s", level, shown).isEqualTo(level >= 0.95);
          assertThat(shown).isCloseTo(Math.min(level, 0.95), within(0.0051));
        });
  }
}

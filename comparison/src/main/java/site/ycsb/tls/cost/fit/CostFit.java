package site.ycsb.tls.cost.fit;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * CPU time per unit of each term: a linear model without intercept, fitted by weighted least
 * squares.
 *
 * @param terms of the model
 * @param micros µs per unit, in the order of the terms
 * @param covariance of these, µs², by row
 * @param freedom degrees of freedom: samples less terms
 * @param residual standard deviation of the residuals, as a multiple of the scatter of samples of
 *     the same kind: clearly above 1 means that the model is too simple
 */
public record CostFit(
    List<Term> terms,
    List<Double> micros,
    List<List<Double>> covariance,
    double freedom,
    double residual) {

  /** A scatter below this, µs, would be chance ... */
  private static final double LEAST_MICROS = 0.001;

  /** ... and one below this share of the value. */
  private static final double LEAST_SCATTER = 0.01;

  public CostFit {
    terms = List.copyOf(terms);
    micros = List.copyOf(micros);
    covariance = covariance.stream().map(List::copyOf).toList();
  }

  /**
   * Fits the terms that occur in the samples. The weight of a sample is 1 / the variance of its
   * group.
   *
   * @throws ModelException when there are too few samples, or two terms always occur together in
   *     the same ratio
   */
  public static CostFit of(List<Term> wanted, List<Sample> samples) throws ModelException {
    List<Term> terms =
        wanted.stream()
            .filter(term -> samples.stream().anyMatch(s -> s.amounts().of(term) > 0))
            .toList();
    if (terms.isEmpty() || samples.size() <= terms.size()) {
      throw new ModelException(
          "%d samples are too few for %d terms".formatted(samples.size(), terms.size()));
    }
    Map<String, Double> scatter = scatter(samples);
    double[] y = new double[samples.size()];
    double[][] x = new double[samples.size()][terms.size()];
    for (int i = 0; i < y.length; i++) {
      Sample sample = samples.get(i);
      double weight = 1 / scatter.get(sample.group());
      y[i] = sample.micros() * weight;
      for (int j = 0; j < terms.size(); j++) {
        x[i][j] = sample.amounts().of(terms.get(j)) * weight;
      }
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.setNoIntercept(true);
    regression.newSampleData(y, x);
    try {
      double variance = regression.estimateErrorVariance();
      return new CostFit(
          terms,
          list(regression.estimateRegressionParameters(), 1),
          rows(regression.estimateRegressionParametersVariance(), variance),
          samples.size() - terms.size(),
          Math.sqrt(variance));
    } catch (SingularMatrixException e) {
      throw new ModelException("two terms cannot be told apart: " + terms, e);
    }
  }

  private static Map<String, Double> scatter(List<Sample> samples) {
    return samples.stream()
        .collect(
            Collectors.groupingBy(
                Sample::group,
                Collectors.collectingAndThen(
                    Collectors.toList(),
                    group -> {
                      double[] micros = group.stream().mapToDouble(Sample::micros).toArray();
                      double deviation =
                          micros.length < 2 ? 0 : Math.sqrt(StatUtils.variance(micros));
                      double least = LEAST_SCATTER * Math.abs(StatUtils.mean(micros));
                      return Math.max(LEAST_MICROS, Math.max(deviation, least));
                    })));
  }

  private static List<Double> list(double[] values, double factor) {
    return Arrays.stream(values).map(value -> value * factor).boxed().toList();
  }

  private static List<List<Double>> rows(double[][] matrix, double factor) {
    return Arrays.stream(matrix).map(row -> list(row, factor)).toList();
  }

  /** µs per unit of one term; 0 when the model does not have it. */
  public Estimate micros(Term term) {
    int at = terms.indexOf(term);
    return at < 0
        ? Estimate.exactly(0)
        : new Estimate(micros.get(at), Math.sqrt(covariance.get(at).get(at)), freedom);
  }

  /** µs for these amounts of all terms. */
  public Estimate micros(Amounts amounts) {
    double sum = 0;
    double variance = 0;
    for (int i = 0; i < terms.size(); i++) {
      double amount = amounts.of(terms.get(i));
      sum += amount * micros.get(i);
      for (int j = 0; j < terms.size(); j++) {
        variance += amount * amounts.of(terms.get(j)) * covariance.get(i).get(j);
      }
    }
    return new Estimate(sum, Math.sqrt(Math.max(0, variance)), freedom);
  }
}

package site.ycsb.tls.cost.fit;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import site.ycsb.tls.statistics.ModeratedT;
import site.ycsb.tls.statistics.ModeratedT.Prior;

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
 * @param speed by how much all costs together may be off; exact in files of before 30 November 2026
 */
public record CostFit(
    List<Term> terms,
    List<Double> micros,
    List<List<Double>> covariance,
    double freedom,
    double residual,
    Speed speed) {

  /** A scatter below this, µs, would be chance ... */
  private static final double LEAST_MICROS = 0.001;

  /** ... and one below this share of the value. */
  private static final double LEAST_SCATTER = 0.01;

  /**
   * What the scatter of all groups is worth in each, in degrees of freedom. Simulated with two to
   * six blocks, intervals of 95 % then contain the truth in 90 to 95 of 100 cases, where groups
   * scatter alike and where they do not; with weights by the own scatter alone, in 68 to 93.
   */
  private static final double PRIOR_FREEDOM = 10;

  public CostFit {
    terms = List.copyOf(terms);
    micros = List.copyOf(micros);
    covariance = covariance.stream().map(List::copyOf).toList();
    speed = speed == null ? Speed.EXACT : speed;
  }

  /** The same, on a machine of which that is known. */
  public CostFit withSpeed(Speed known) {
    return new CostFit(terms, micros, covariance, freedom, residual, known);
  }

  /**
   * Fits the terms that occur in the samples. The weight of a sample is 1 / the variance of its
   * group, moderated by that of all groups: of two or three blocks, those that lie close by chance
   * would rule the fit.
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
          Math.sqrt(variance),
          Speed.EXACT);
    } catch (SingularMatrixException e) {
      throw new ModelException("two terms cannot be told apart: " + terms, e);
    }
  }

  /** The standard deviation of each group, moderated. */
  private static Map<String, Double> scatter(List<Sample> samples) {
    Map<String, List<Sample>> groups =
        samples.stream().collect(Collectors.groupingBy(Sample::group));
    double usual = usualScatter(groups.values());
    Map<String, Double> scatter = new HashMap<>();
    groups.forEach(
        (name, group) -> {
          double[] micros = micros(group);
          double least = LEAST_SCATTER * Math.abs(StatUtils.mean(micros));
          Prior prior =
              new Prior(
                  PRIOR_FREEDOM, Math.max(LEAST_MICROS, Math.max(least, usual * whole(group))));
          scatter.put(name, Math.sqrt(ModeratedT.variance(micros, prior)));
        });
    return scatter;
  }

  /** That of all groups, as a share of the CPU time; 0 where no group has two samples. */
  private static double usualScatter(Collection<List<Sample>> groups) {
    double squares = 0;
    int freedom = 0;
    for (List<Sample> group : groups) {
      int own = group.size() - 1;
      if (own > 0) {
        squares += own * StatUtils.variance(micros(group)) / Math.pow(whole(group), 2);
        freedom += own;
      }
    }
    return freedom == 0 ? 0 : Math.sqrt(squares / freedom);
  }

  private static double[] micros(List<Sample> group) {
    return group.stream().mapToDouble(Sample::micros).toArray();
  }

  private static double whole(List<Sample> group) {
    return group.stream().mapToDouble(Sample::whole).average().orElseThrow();
  }

  private static List<Double> list(double[] values, double factor) {
    return Arrays.stream(values).map(value -> value * factor).boxed().toList();
  }

  private static List<List<Double>> rows(double[][] matrix, double factor) {
    return Arrays.stream(matrix).map(row -> list(row, factor)).toList();
  }

  /**
   * µs per unit of one term if the machine is as fast as it was; 0 when the model does not have it.
   */
  public Estimate micros(Term term) {
    int at = terms.indexOf(term);
    return at < 0
        ? Estimate.exactly(0)
        : new Estimate(micros.get(at), Math.sqrt(covariance.get(at).get(at)), freedom);
  }

  /** µs for these amounts of all terms, if the machine is as fast as it was. */
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

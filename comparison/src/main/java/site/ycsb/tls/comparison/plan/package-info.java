/**
 * What is compared: variants, axes, points, how often and how long. {@link
 * site.ycsb.tls.comparison.plan.ComparisonPlan} contains all of it.
 *
 * <p>Belongs here: immutable values and their making from properties. Does not belong here:
 * anything that runs, and results.
 *
 * <p>Why: docs/decisions/slices.md.
 */
package site.ycsb.tls.comparison.plan;

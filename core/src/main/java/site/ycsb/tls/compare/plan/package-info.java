/**
 * What is compared: variants, axes, points, how often and how long. {@link
 * site.ycsb.tls.compare.plan.ComparisonPlan} is the whole of it.
 *
 * <p>Lives here: immutable values and their making from properties. Must not live here: anything
 * that runs, and results.
 */
package site.ycsb.tls.compare.plan;

/**
 * Series of faults at random moments, each with a seed that repeats it. Programs, and a short run
 * of each as a test. {@code docs/reliability.md} has what they found.
 */
package site.ycsb.tls.reliability;

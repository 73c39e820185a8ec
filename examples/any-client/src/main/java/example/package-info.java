/**
 * Clients of a few lines, as others write them: each knows YCSB and its driver, and nothing of
 * pinning. {@code docs/any-client.md} measures with them.
 */
package example;

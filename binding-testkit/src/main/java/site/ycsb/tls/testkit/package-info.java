/**
 * For the tests of a binding: those that every binding must pass, a real server, its clients, and
 * their records.
 *
 * <p>Why: docs/decisions/structure.md#one-contract-test-for-all-bindings.
 */
package site.ycsb.tls.testkit;

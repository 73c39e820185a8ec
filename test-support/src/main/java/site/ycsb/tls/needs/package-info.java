/**
 * What a test needs from the machine ({@link site.ycsb.tls.needs.Needs @Needs}), and the list of
 * the tests that were skipped because the machine does not have it.
 *
 * <p>A test is skipped in this way and in no other: a test of this module looks for assumptions in
 * the sources. Nothing here knows TLS, YCSB or a database.
 *
 * <p>Why: docs/decisions/build.md#skipped-tests.
 */
package site.ycsb.tls.needs;

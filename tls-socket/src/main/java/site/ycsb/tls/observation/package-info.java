/**
 * What was asked of TLS beside what was observed: one row for each setting, filled from the wire,
 * from the session and from counters, never from what was asked.
 *
 * <p>Begin with {@link site.ycsb.tls.observation.Account}. A new row is a class in {@code setting},
 * and a line in its list. Does not belong here: sockets, and what a comparison makes of the rows.
 *
 * <p>Why: docs/decisions/account.md#asked-and-observed.
 */
package site.ycsb.tls.observation;

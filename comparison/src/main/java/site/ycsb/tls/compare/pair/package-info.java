/**
 * Two comparisons beside each other: of two JDKs, two providers, two versions of a server.
 *
 * <p>Belongs here: what they have in common, what differs, and the difference of their overheads.
 * Does not belong here: how it is shown.
 */
package site.ycsb.tls.compare.pair;

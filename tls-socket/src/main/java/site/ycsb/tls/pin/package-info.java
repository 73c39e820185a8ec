/**
 * What can be pinned: protocol versions, cipher suites, server keys, named groups, and their names.
 *
 * <p>Belongs here: immutable values and their spelling. Does not belong here: sockets, files,
 * properties.
 *
 * <p>Why: docs/decisions/pinning.md.
 */
package site.ycsb.tls.pin;

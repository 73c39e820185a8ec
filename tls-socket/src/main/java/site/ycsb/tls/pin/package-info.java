/**
 * What can be pinned: protocol versions, cipher suites, server keys, named groups, and the names
 * that the world gives them.
 *
 * <p>Lives here: immutable values and their spelling. Must not live here: sockets, files,
 * properties.
 */
package site.ycsb.tls.pin;

/**
 * A server that speaks MongoDB's wire protocol, for tests and comparisons on one machine: several
 * listeners, plain and pinned, over one data set in memory.
 *
 * <p>Belongs here: the server's process. Does not belong here: a MongoDB driver, or anything that
 * measures.
 *
 * <p>Why: docs/decisions/databases.md#mongodb.
 */
package site.ycsb.tls.testbed.mongodb;

/**
 * The process of DynamoDB Local, for tests and comparisons on one machine: several listeners, plain
 * and pinned, over one data set in memory.
 *
 * <p>Belongs here: Jetty's connectors, and the XML file from which Jetty makes the product's
 * handler. Does not belong here: a DynamoDB client, anything that measures, and any Java that names
 * a class of the product, because its licence forbids to compile against it.
 *
 * <p>Why: docs/decisions/databases.md#dynamodb-local.
 */
package site.ycsb.tls.testbed.dynamodb;

/**
 * DynamoDB, by the AWS SDK for Java 2.
 *
 * <p>{@code DynamoDbBinding} is found by the benchmark, {@code DynamoDbOptions} has the parsed
 * properties, {@code DynamoDbConnector} makes the SDK's clients with the connections of the
 * transport, {@code DynamoDbPool} is shared by the threads of a run, {@code DynamoDbOperations} are
 * those of one thread (in other bindings it ends in {@code Client}, which here is the SDK's name).
 *
 * <p>Belongs here: code that uses the SDK. Does not belong here: the test server, TLS, or anything
 * that measures.
 *
 * <p>Why: docs/decisions/databases.md#aws-sdk.
 */
package site.ycsb.tls.dynamodb;

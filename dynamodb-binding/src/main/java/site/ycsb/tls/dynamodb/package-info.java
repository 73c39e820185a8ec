/**
 * DynamoDB, by the AWS SDK for Java 2.
 *
 * <p>{@code DynamoDbBinding} is found by the benchmark, {@code DynamoDbOptions} is what the
 * properties say, {@code DynamoDbConnector} makes the SDK's clients with the connections of the
 * transport, {@code DynamoDbPool} is what the threads of a run share, {@code DynamoDbOperations}
 * are those of one thread (in other bindings it ends in {@code Client}, which here is the SDK's
 * name).
 *
 * <p>Lives here: all that knows the SDK. Must not live here: the test server, TLS, or anything that
 * measures.
 */
package site.ycsb.tls.dynamodb;

package site.ycsb.tls.dynamodb;

import java.net.SocketTimeoutException;
import site.ycsb.Status;
import site.ycsb.tls.binding.Causes;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Says in one line what went wrong. */
final class DynamoDbFailure {
  /** The status of an operation that the server throttled. */
  static final String THROTTLED = "THROTTLED";

  private DynamoDbFailure() {}

  /** The status of the operation: {@link #THROTTLED} or {@code ERROR}, and why. */
  static Status status(SdkException failure) {
    boolean throttled = failure instanceof AwsServiceException s && s.isThrottlingException();
    return new Status(throttled ? THROTTLED : Status.ERROR.getName(), reason(failure));
  }

  /** The server's own message, or that of the root cause. */
  static String reason(SdkException failure) {
    if (failure instanceof AwsServiceException service) {
      return reason(service);
    }
    Throwable root = Causes.lastWithMessage(failure);
    boolean connected = !String.valueOf(root.getMessage()).contains("Connect timed out");
    return root instanceof SocketTimeoutException && connected
        ? "the server accepts connections but does not answer; is it a DynamoDB?"
        : firstLine(root.getMessage());
  }

  private static String reason(AwsServiceException failure) {
    AwsErrorDetails details = failure.awsErrorDetails();
    return details == null || details.errorCode() == null
        ? "the server answered with HTTP status " + failure.statusCode() + "; is it a DynamoDB?"
        : details.errorCode() + ": " + firstLine(details.errorMessage());
  }

  private static String firstLine(String text) {
    return text == null ? "no reason given" : text.lines().findFirst().orElse("no reason given");
  }
}

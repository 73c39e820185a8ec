package site.ycsb.tls.binding;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** What caused a failure: many drivers have the reason in one of the causes only. */
public final class Causes {
  private Causes() {}

  /** The failure, its cause, the cause of that, and so on to the root. */
  public static Stream<Throwable> of(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
  }

  /** The first of them that is of this type. */
  public static <T extends Throwable> Optional<T> first(Throwable failure, Class<T> type) {
    return of(failure).filter(type::isInstance).map(type::cast).findFirst();
  }

  /** The last of them. */
  public static Throwable root(Throwable failure) {
    return of(failure).reduce(failure, (earlier, later) -> later);
  }

  /** The last of them that has a message; the failure itself if none has. */
  public static Throwable lastWithMessage(Throwable failure) {
    return of(failure)
        .filter(cause -> cause.getMessage() != null)
        .reduce(failure, (earlier, later) -> later);
  }
}

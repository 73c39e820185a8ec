package site.ycsb.tls.testserver.program;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How a server program is ended, and its log is read.
 *
 * @param name of the program, for messages
 * @param ready text of the line that says that clients may come
 * @param stop name of the signal that ends it, for example {@code TERM}
 * @param errors the reason in the last lines of its log, as one line
 * @param line gets each line of its log, on one thread
 */
public record ServerProgram(
    String name,
    String ready,
    String stop,
    Function<List<String>, String> errors,
    Consumer<String> line) {

  /** One that SIGTERM ends, and whose log is copied to stderr, which is the log of this process. */
  public ServerProgram(String name, String ready, Function<List<String>, String> errors) {
    this(name, ready, "TERM", errors, System.err::println);
  }
}

package site.ycsb.tls.reliability;

import java.util.List;
import java.util.stream.Stream;
import site.ycsb.tls.property.UsageException;

/**
 * The words that a program of this module is started with.
 *
 * @param words as given
 * @param expected what the program wants, for whoever gives something else
 */
public record Arguments(List<String> words, String expected) {
  private static final int WRONG_USAGE = 2;

  /** Words that a program cannot start with. The message is one line. */
  public static final class WrongException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    WrongException(String message) {
      super(message);
    }
  }

  /** What is started. */
  @FunctionalInterface
  public interface Program {
    /** Runs to its end; the exit code. */
    int run(Arguments arguments) throws Exception;
  }

  public Arguments {
    words = List.copyOf(words);
  }

  /**
   * Runs the program; the exit code, 2 and one line on standard error when a word is wrong. If this
   * process is told to end (Ctrl-C, SIGTERM), so are the commands that it has started.
   */
  public static int run(String[] words, String expected, Program program) throws Exception {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy)));
    try {
      return program.run(new Arguments(List.of(words), expected));
    } catch (WrongException | UsageException e) {
      System.err.println(e.getMessage());
      return WRONG_USAGE;
    }
  }

  /** Refuses fewer or more words. */
  public void requireCount(int least, int most) {
    if (words.size() < least || words.size() > most) {
      throw wrong(words.isEmpty() ? "No words" : String.join(" ", words));
    }
  }

  /** The constant that the word names. */
  public <E extends Enum<E>> E constant(int index, Class<E> type) {
    String word = words.get(index);
    return Stream.of(type.getEnumConstants())
        .filter(constant -> constant.name().equals(word))
        .findFirst()
        .orElseThrow(() -> wrong(word));
  }

  /** A number of at least 1. */
  public int number(int index) {
    try {
      int number = Integer.parseInt(words.get(index));
      if (number >= 1) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw wrong(words.get(index));
  }

  /** The seed that is given, or a new one; prints it, so that the series can be repeated. */
  public long seed(int index) {
    long seed;
    try {
      seed = words.size() > index ? Long.parseLong(words.get(index)) : System.nanoTime();
    } catch (NumberFormatException e) {
      throw wrong(words.get(index));
    }
    System.out.println("seed " + seed);
    return seed;
  }

  /** For a word that is none of the expected. */
  public WrongException wrong(String given) {
    return new WrongException(given + ": expected " + expected);
  }
}

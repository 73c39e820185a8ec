package site.ycsb.tls.pin;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds known names that resemble a misspelled one. */
public final class NearestNames {
  private NearestNames() {}

  /**
   * The names that resemble the given one most, the nearest first; equal ones in the given order.
   *
   * @param limit how many at most
   */
  public static List<String> of(String misspelled, Collection<String> names, int limit) {
    String wanted = misspelled.toLowerCase(Locale.ROOT);
    return names.stream()
        .sorted(Comparator.comparingInt(n -> distance(wanted, n.toLowerCase(Locale.ROOT))))
        .limit(limit)
        .toList();
  }

  /**
   * How many single characters must be inserted, removed, replaced, or swapped with their
   * neighbour, to turn one into the other (Damerau-Levenshtein distance, optimal string alignment).
   */
  public static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replace = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replace, 1 + Math.min(last[j], current[j - 1]));
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          current[j] = Math.min(current[j], beforeLast[j - 2] + 1);
        }
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = current;
      current = free;
    }
    return last[b.length()];
  }
}

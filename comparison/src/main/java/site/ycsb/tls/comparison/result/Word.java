package site.ycsb.tls.comparison.result;

import java.util.Locale;

/** A constant of an enumeration that has a word in tables, in files or on the command line. */
public interface Word {
  String name();

  /** Its name in lower case, with blanks. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

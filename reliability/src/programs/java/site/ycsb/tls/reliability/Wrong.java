package site.ycsb.tls.reliability;

/** A case ended in another way than promised, and how. */
final class Wrong extends Exception {
  private static final long serialVersionUID = 1;

  Wrong(String why) {
    super(why);
  }
}

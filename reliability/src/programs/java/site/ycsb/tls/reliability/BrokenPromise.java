package site.ycsb.tls.reliability;

/** A case ended in another way than promised, and how. */
final class BrokenPromise extends Exception {
  private static final long serialVersionUID = 1;

  BrokenPromise(String why) {
    super(why);
  }
}

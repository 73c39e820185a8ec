package site.ycsb.tls.fleet;

/** For which operations of a fleet's agents the server's CPU time is known. Not thread-safe. */
final class ServerCoverage {
  private double operations;
  private double covered;

  void add(FleetSlice slice) {
    operations += slice.succeeded();
    covered += slice.covered();
  }

  /**
   * Share of the time of an agent in which the server was measured, 0 to 1; 1 of no time. All are
   * times since one instant, in one unit.
   */
  static double share(double from, double until, double began, double ended) {
    double within = Math.min(until, ended) - Math.max(from, began);
    double length = ended - began;
    return length > 0 ? Math.max(0, Math.min(1, within / length)) : 1;
  }

  /** Share of the operations that were done while the server was measured, 0 to 1; 1 of none. */
  double share() {
    return operations > 0 ? covered / operations : 1;
  }
}

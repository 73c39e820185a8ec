package site.ycsb.tls.comparison.explanation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import site.ycsb.tls.document.Chart;

/**
 * The stacks of two profiles as a tree of frames, in CPU time per operation, folded to what can be
 * read: what is small is part of its caller, and frames that only pass on are one with what they
 * call. Not thread-safe.
 *
 * <p>The width of a frame is what it took itself in the one profile or in the other, whichever is
 * more, and the widths of what it called. So what only one of the two did is to be seen, too.
 */
final class FlameTree {
  /** Of the width of all, what is not drawn by itself. */
  private static final double SMALL = 0.006;

  /** Of its own width, what a frame may take itself if it only passes on. */
  private static final double PASSING_ON = 0.03;

  /** Whose time it is. */
  private static final int BASELINE = 0;

  private static final int VARIANT = 1;

  /** Deeper frames are part of their callers. */
  private static final int DEEPEST = 22;

  private String name;
  private String from;
  private final double[] own = new double[2];
  private final TreeMap<String, FlameTree> callees = new TreeMap<>();

  private FlameTree(String name) {
    this.name = name;
    this.from = name;
  }

  /** The folded tree of a breakdown. */
  static Chart.Frame of(Breakdown breakdown) {
    FlameTree root = new FlameTree("all");
    root.add(breakdown.baselineProfile(), BASELINE);
    root.add(breakdown.variantProfile(), VARIANT);
    root.fold(root.width() * SMALL, 0);
    return root.frame();
  }

  private void add(Breakdown.Profile profile, int which) {
    double each = profile.micros() / profile.stacks().count();
    profile
        .stacks()
        .samples()
        .forEach(
            (stack, count) -> {
              FlameTree at = this;
              for (String frame : CollapsedStacks.frames(stack)) {
                at = at.callees.computeIfAbsent(frame, FlameTree::new);
              }
              at.own[which] += each * count;
            });
  }

  private double width() {
    return Math.max(own[BASELINE], own[VARIANT])
        + callees.values().stream().mapToDouble(FlameTree::width).sum();
  }

  /** What the one of the two took, with all that it called. */
  private double total(int which) {
    return own[which] + callees.values().stream().mapToDouble(c -> c.total(which)).sum();
  }

  private void take(double baseline, double variant) {
    own[BASELINE] += baseline;
    own[VARIANT] += variant;
  }

  private void fold(double least, int depth) {
    dropSmall(least, depth);
    while (depth > 0 && callees.size() == 1) {
      FlameTree only = callees.firstEntry().getValue();
      if (width() - only.width() > PASSING_ON * width()) {
        break;
      }
      name = only.name;
      take(only.own[BASELINE], only.own[VARIANT]);
      callees.clear();
      callees.putAll(only.callees);
      dropSmall(least, depth);
    }
    callees.values().forEach(callee -> callee.fold(least, depth + 1));
  }

  private void dropSmall(double least, int depth) {
    for (FlameTree callee : List.copyOf(callees.values())) {
      if (callee.width() < least || depth == DEEPEST) {
        take(callee.total(BASELINE), callee.total(VARIANT));
        callees.remove(callee.name);
      }
    }
  }

  private Chart.Frame frame() {
    List<Chart.Frame> called = new ArrayList<>();
    callees.values().forEach(callee -> called.add(callee.frame()));
    return new Chart.Frame(
        shortened(name),
        from.equals(name) ? name : from + " … " + name,
        total(BASELINE),
        total(VARIANT),
        width(),
        called);
  }

  /** Class and method, without the package. */
  private static String shortened(String frame) {
    String[] parts = frame.split("\\.", -1);
    return parts.length > 2 && parts[parts.length - 2].matches("[A-Z].*")
        ? parts[parts.length - 2] + "." + parts[parts.length - 1]
        : frame;
  }
}

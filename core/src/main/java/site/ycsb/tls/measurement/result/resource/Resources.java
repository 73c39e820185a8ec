package site.ycsb.tls.measurement.result.resource;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;
import java.util.Objects;

/**
 * What the measured window used.
 *
 * @param cpu CPU time; null when it is known too coarsely
 * @param collections garbage collections of the load generator, by collector
 * @param compilation work of the just-in-time compilers; null when unknown
 * @param counters what else the load generator's process counts; null = nothing known
 */
public record Resources(
    CpuUse cpu,
    Map<String, GarbageCollection> collections,
    Compilation compilation,
    @JsonUnwrapped Counters counters) {
  public Resources {
    counters = Objects.requireNonNullElse(counters, Counters.UNKNOWN);
  }
}

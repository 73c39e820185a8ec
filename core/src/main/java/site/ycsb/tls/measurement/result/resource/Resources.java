package site.ycsb.tls.measurement.result.resource;

import java.util.Map;

/**
 * What the measured window used.
 *
 * @param cpu CPU time; null when it is known too coarsely
 * @param collections garbage collections of the load generator, by collector
 * @param compilation work of the just-in-time compilers; null when unknown
 * @param allocatedBytes what the load generator's threads allocated on its heap; null when unknown
 */
public record Resources(
    CpuUse cpu,
    Map<String, GarbageCollection> collections,
    Compilation compilation,
    Long allocatedBytes) {}

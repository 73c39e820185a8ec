/**
 * A published experiment as a value: what its authors did and found, and the comparisons that
 * repeat it. {@link site.ycsb.tls.study.Study} is the whole of it.
 *
 * <p>Lives here: the values, and their translation into plans of comparisons. Must not live here:
 * the format of the files ({@code file}), answers ({@code result}), how they are shown.
 */
package site.ycsb.tls.study;

package site.ycsb.tls.engine.option;

import site.ycsb.tls.binding.Secrets;

/**
 * The origin of a result.
 *
 * @param binding name of the binding, or class name of a third-party {@code site.ycsb.DB}
 * @param command the command line that repeats the run, credentials already masked
 * @param toolVersion version of this program
 * @param secrets masks what must not be written into the result
 */
public record RunIdentity(String binding, String command, String toolVersion, Secrets secrets) {}

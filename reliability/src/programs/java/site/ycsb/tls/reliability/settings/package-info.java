/**
 * Random settings of TLS against real servers, and an independent look at what was negotiated.
 *
 * <p>Begin with {@link site.ycsb.tls.reliability.settings.RandomSettings}.
 */
package site.ycsb.tls.reliability.settings;

/** A run in a JVM of its own: what is asked for, how it is started and spoken to, how it ended. */
package site.ycsb.tls.compare.launch;

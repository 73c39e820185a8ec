/** TLS servers that lie, and what clients of {@code tls-socket} make of it. */
package site.ycsb.tls.reliability.tls;

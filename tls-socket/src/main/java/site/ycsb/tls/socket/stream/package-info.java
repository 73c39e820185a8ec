/** Streams, sockets and factories that pass on what they carry, and look at it on the way. */
package site.ycsb.tls.socket.stream;

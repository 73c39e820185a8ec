/** The fit: samples of blocks, and costs per operation, byte and handshake. */
package site.ycsb.tls.cost.fit;

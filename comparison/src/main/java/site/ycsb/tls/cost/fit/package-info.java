/**
 * The fit: samples of blocks, and costs per operation, byte and handshake.
 *
 * <p>Why: docs/decisions/studies.md#the-cost-model.
 */
package site.ycsb.tls.cost.fit;

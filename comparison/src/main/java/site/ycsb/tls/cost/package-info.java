/**
 * What TLS costs per operation, byte and handshake, fitted from comparisons; and what that gives
 * for another load.
 *
 * <p>Belongs here: the model, its file, its fit ({@code fit}), its predictions and its pages
 * ({@code page}). Does not belong here: how the comparisons are run.
 *
 * <p>Why: docs/decisions/studies.md#the-cost-model.
 */
package site.ycsb.tls.cost;

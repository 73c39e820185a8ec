/**
 * What TLS costs per operation, byte and handshake, fitted from comparisons; and what that makes of
 * a load of the user's.
 *
 * <p>Belongs here: the model, its fit and its predictions. Does not belong here: how the
 * comparisons are made, pages.
 */
package site.ycsb.tls.model;

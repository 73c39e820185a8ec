/**
 * Declared properties and their typed values, and what messages about them advise.
 *
 * <p>Why: docs/decisions/command-line.md#declared-once.
 */
package site.ycsb.tls.property;

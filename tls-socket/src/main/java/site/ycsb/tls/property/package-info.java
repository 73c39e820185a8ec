/** Declared properties and their typed values, and what messages about them advise. */
package site.ycsb.tls.property;

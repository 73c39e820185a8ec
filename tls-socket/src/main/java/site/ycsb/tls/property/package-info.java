/** Declared properties and their typed values. */
package site.ycsb.tls.property;

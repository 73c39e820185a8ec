/** Random draws of operations and keys. */
package site.ycsb.tls.workload.draw;

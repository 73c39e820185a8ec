/** The parsed options of one run, and the part of it that a process has. */
package site.ycsb.tls.engine.option;

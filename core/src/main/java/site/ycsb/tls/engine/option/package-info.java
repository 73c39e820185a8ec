/** The parsed options of one run, the classes that they name, and the part that a process has. */
package site.ycsb.tls.engine.option;

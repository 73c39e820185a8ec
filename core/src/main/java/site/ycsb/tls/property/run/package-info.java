/** The declared properties of every run, of its workload and of its report, with their values. */
package site.ycsb.tls.property.run;

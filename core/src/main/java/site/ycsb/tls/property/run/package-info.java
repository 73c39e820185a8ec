/** The declared properties of every run, of its workload and of its report. */
package site.ycsb.tls.property.run;

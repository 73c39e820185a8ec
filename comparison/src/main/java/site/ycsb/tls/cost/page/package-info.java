/** Cost models and predictions as pages, with the calculator that runs in a browser. */
package site.ycsb.tls.cost.page;

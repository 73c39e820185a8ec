/**
 * What a finished model says about a load of the user's, and about clients that all connect again.
 */
package site.ycsb.tls.model.prediction;

/** What makes the driver's connections countable and its settings fixed. */
package site.ycsb.tls.cassandra.driver;

/**
 * For the tests of a binding: those that every binding must pass, a real server, its clients, and
 * their records.
 */
package site.ycsb.tls.testkit;

/** For the tests of a binding: a real server, its clients, and their records. */
package site.ycsb.tls.testkit;

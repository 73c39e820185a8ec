/** For the tests of a binding: a real server, clients of it, and what they read and write. */
package site.ycsb.tls.testkit;

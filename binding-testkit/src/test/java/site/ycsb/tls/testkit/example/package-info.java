/** The binding of docs/writing-a-binding.md: a whole one, as small as it can be. */
package site.ycsb.tls.testkit.example;

/** A test of somebody else's project that limits what TLS costs. */
package example;

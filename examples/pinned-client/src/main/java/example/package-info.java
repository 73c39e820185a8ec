/** A program that uses {@code tls-socket} and nothing else of this project. */
package example;

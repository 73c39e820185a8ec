/**
 * Files of this program that nobody asked for.
 *
 * <p>Lives here: making temporary directories, and removing them, whoever left them. Must not live
 * here: results, and anything that knows what the files hold.
 */
package site.ycsb.tls.file;

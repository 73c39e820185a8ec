/**
 * Files of this program that nobody asked for.
 *
 * <p>Belongs here: making temporary directories, and removing them, also those of processes that
 * were killed. Does not belong here: results, and anything that knows what the files hold.
 */
package site.ycsb.tls.file;

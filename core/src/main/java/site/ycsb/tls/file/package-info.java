/**
 * How files are kept.
 *
 * <p>Belongs here: files that are there whole or not at all, JSON with a number of its format,
 * temporary directories, and removing them, also those of processes that were killed; a folder for
 * one process at a time; where this installation is; what went wrong with a file, in words. Does
 * not belong here: what the files say.
 *
 * <p>Why: docs/decisions/test-servers.md#temporary-directories.
 */
package site.ycsb.tls.file;

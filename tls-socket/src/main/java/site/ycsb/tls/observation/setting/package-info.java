/** The settings of the account; {@link Settings} lists them, and has those that are small. */
package site.ycsb.tls.observation.setting;

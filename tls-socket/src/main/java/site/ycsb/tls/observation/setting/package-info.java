/** The settings of the account, one class each; {@link Settings} lists them. */
package site.ycsb.tls.observation.setting;

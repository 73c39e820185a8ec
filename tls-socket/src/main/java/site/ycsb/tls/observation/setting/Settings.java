package site.ycsb.tls.observation.setting;

import java.util.List;
import site.ycsb.tls.observation.Setting;

/** All settings of the account. */
public final class Settings {
  /** In the order of the results. */
  public static final List<Setting> ALL =
      List.of(
          new ProtocolVersion(),
          new NegotiatedSuite(),
          new KeyExchangeGroup(),
          new KeyShares(),
          new KeyOfServer(),
          new ClientAuthentication(),
          new SessionResumption(),
          new KeyRenewal(),
          new RecordSize(),
          new ApplicationProtocol(),
          new CertificateCompression(),
          new ProviderInUse(),
          new Primitives(),
          new JavaRuntime());

  private Settings() {}
}

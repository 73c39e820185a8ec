package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stacks of real runs of {@code workloadc} and {@code connectionchurn} on MongoDB's test server:
 * the largest of each category, with the frames between root and leaf cut out, each looked at by
 * hand. A line is a category, a stack, and its samples.
 */
class CostCategoryTest {

  /** A kept stack. */
  private record Kept(CostCategory category, String stack, long samples) {
    static Kept parse(String line) {
      int first = line.indexOf(' ');
      int last = line.lastIndexOf(' ');
      return new Kept(
          CostCategory.valueOf(line.substring(0, first)),
          line.substring(first + 1, last),
          Long.parseLong(line.substring(last + 1)));
    }
  }

  private static List<Kept> kept(String name) throws IOException {
    try (InputStream in = CostCategoryTest.class.getResourceAsStream(name + ".stacks")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(Kept::parse)
          .toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sunjsse-17",
        "sunjsse-25",
        "bouncy-castle",
        "conscrypt",
        "netty-server",
        "server-churn"
      })
  void stacksOfRealRunsBelongWhereTheyDid(String name) throws Exception {
    List<Kept> all = kept(name);
    for (Kept kept : all) {
      assertThat(CostCategory.of(kept.stack())).as(kept.stack()).isEqualTo(kept.category());
    }
  }

  @Test
  void eachCategoryHasARealStack() throws Exception {
    Set<CostCategory> found = EnumSet.noneOf(CostCategory.class);
    for (String name :
        List.of(
            "sunjsse-17",
            "sunjsse-25",
            "bouncy-castle",
            "conscrypt",
            "netty-server",
            "server-churn")) {
      kept(name).forEach(kept -> found.add(kept.category()));
    }
    // Those of servers that no profiler looks into have no stacks.
    assertThat(EnumSet.complementOf(EnumSet.copyOf(found)))
        .containsExactly(
            CostCategory.CRYPTOGRAPHY_LIBRARY,
            CostCategory.TLS_LIBRARY,
            CostCategory.C_LIBRARY,
            CostCategory.OTHER_LIBRARIES,
            CostCategory.OWN_CODE);
  }

  @ParameterizedTest
  @CsvSource({
    "java.lang.Thread.run;com.example.Driver.read;java.util.Arrays.copyOf,DRIVER",
    "a.B.c;sun.security.ssl.SSLSocketOutputRecord.deliver;java.util.Arrays.copyOf,RECORD_LAYER",
    "a.B.c;sun.nio.ch.SocketDispatcher.write0;__send;tcp_sendmsg_[k],SYSTEM_CALLS",
    "a.B.c;sun.security.rsa.RSASignature.engineSign;sun.security.rsa.RSACore.rsa;java.math.BigInteger.oddModPow,SIGNATURE",
    "a.B.c;sun.security.rsa.RSASignature.engineVerify;sun.security.rsa.RSACore.rsa;java.math.BigInteger.oddModPow,VERIFICATION",
    "a.B.c;sun.security.ec.XDHKeyAgreement.engineDoPhase;sun.security.util.math.intpoly.IntegerPolynomial25519.mult,KEY_EXCHANGE",
    "clone3;start_thread;thread_native_entry;GangWorker::run;GangWorker::loop;__futex_abstimed_wait_common,COLLECTOR",
    "clone3;start_thread;thread_native_entry;VMThread::run;SafepointSynchronize::begin,JVM",
    "a.B.c;java.util.zip.Inflater.end;jdk.internal.ref.CleanerImpl$PhantomCleanableRef.performCleanup;Java_java_util_zip_Inflater_end,DRIVER",
    "a.B.c;java.util.zip.Inflater.end;jdk.internal.ref.PhantomCleanable.clean,DRIVER",
    "a.B.c;sun.security.ssl.SSLSessionContextImpl.put;sun.security.util.MemoryCache.put;java.lang.ref.Reference.clear0,HANDSHAKE",
    "java.lang.Thread.run;jdk.internal.misc.InnocuousThread.run;jdk.internal.ref.CleanerImpl.run;jdk.internal.ref.PhantomCleanable.clean;free,COLLECTOR",
    "java.lang.ref.Reference$ReferenceHandler.run;java.lang.ref.Reference.processPendingReferences;JVM_MonitorNotify,COLLECTOR",
    "java.lang.ref.Finalizer$FinalizerThread.run;java.lang.ref.Finalizer.runFinalizer;com.example.Driver.finalize,COLLECTOR",
    "libfoo.so;libbar.so,REST",
    "a.B.c;org.conscrypt.NativeCrypto.ENGINE_SSL_read_direct;/tmp/libconscrypt_openjdk_jni-linux-x86_6417.so (deleted);__memcpy,NATIVE_TLS",
    "a.B.c;org.conscrypt.NativeCrypto.ENGINE_SSL_read_direct,RECORD_LAYER",
    "a.B.c;io.netty.handler.ssl.ReferenceCountedOpenSslEngine.wrap;io.netty.internal.tcnative.SSL.writeToSSL;libnetty_tcnative_linux_x86_.so,NATIVE_TLS",
    "a.B.c;io.netty.handler.ssl.ReferenceCountedOpenSslEngine.wrap;io.netty.internal.tcnative.SSL.writeToSSL,NATIVE_TLS",
    "a.B.c;sun.security.ssl.SignatureScheme.getSigner;java.security.Signature.getInstance;sun.security.jca.ProviderList.getService;java.security.Provider.getService,HANDSHAKE",
    "a.B.c;com.example.Driver.login;java.security.Signature.getInstance;sun.security.jca.ProviderList.getService,DRIVER",
    "a.B.c;org.bouncycastle.tls.TlsClientProtocol.sendClientHello;org.bouncycastle.tls.TlsUtils.writeUint16,HANDSHAKE"
  })
  void theFrameNearestToTheLeafDecides(String stack, CostCategory category) {
    assertThat(CostCategory.of(stack)).isEqualTo(category);
  }

  /** Netty copies what TLS has encrypted, and what a codec writes into a buffer on the heap. */
  @ParameterizedTest
  @CsvSource({
    "a.B.c;io.netty.handler.ssl.SslHandler.wrap,nio.AbstractNioChannel.newDirectBuffer,RECORD_LAYER",
    "a.B.c;io.netty.handler.ssl.SslHandler.wrap,epoll.AbstractEpollChannel.newDirectBuffer0,RECORD_LAYER",
    "a.B.c;io.netty.handler.ssl.SslHandler.wrap;io.netty.channel.AbstractChannelHandlerContext.write;site.ycsb.tls.cassandra.driver.ConnectionWatch.write,nio.AbstractNioChannel.newDirectBuffer,RECORD_LAYER",
    "a.B.c;io.netty.handler.codec.MessageToByteEncoder.write,nio.AbstractNioChannel.newDirectBuffer,DRIVER",
    "io.netty.channel.nio.NioIoHandler.run;a.B.c,kqueue.AbstractKQueueChannel.newDirectBuffer,DRIVER"
  })
  void aCopyIntoADirectBufferIsACostOfTheHandlerThatWrites(
      String handler, String copy, CostCategory category) {
    String written = handler + ";io.netty.channel.DefaultChannelPipeline$HeadContext.write";
    assertThat(CostCategory.of(written + ";io.netty.channel." + copy)).isEqualTo(category);
    assertThat(
            CostCategory.of(
                written
                    + ";io.netty.channel."
                    + copy
                    + ";io.netty.buffer.AbstractByteBuf.writeBytes;jbyte_disjoint_arraycopy"))
        .isEqualTo(category);
  }

  @Test
  void theOtherWorkOfNettysChannelsIsThatOfTheNetwork() {
    assertThat(
            CostCategory.of(
                "a.B.c;io.netty.handler.ssl.SslHandler.flush;io.netty.channel.nio.AbstractNioByteChannel.doWrite"))
        .isEqualTo(CostCategory.SYSTEM_CALLS);
  }
}

#!/usr/bin/env bash
# Guess:  -Dio.netty.handler.ssl.noOpenSsl=true keeps OpenSSL out of whatever is built on Netty, gRPC too; so says Netty when
#         it is set.
# So:     grpc-netty-shaded renames the property with its packages: the documented name does nothing, and TLS stays
#         BoringSSL's. io.grpc.netty.shaded.io.netty.handler.ssl.noOpenSsl works, and then the message still names the
#         one that does not. The same for its epoll transport (io.netty.transport.noNative).
# Seen:   27 November 2026, grpc-netty-shaded 1.85.1, OpenJDK 17.0.15.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
jars grpc io.grpc:grpc-netty-shaded:1.85.1
cat >Which.java <<'JAVA'
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.buffer.ByteBufAllocator;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.handler.ssl.OpenSsl;
class Which {
  public static void main(String[] arguments) throws Exception {
    var engine = GrpcSslContexts.forClient().build().newEngine(ByteBufAllocator.DEFAULT);
    String name = engine.getClass().getSimpleName();
    System.out.println((name.contains("OpenSsl") || name.contains("ReferenceCounted") ? "OpenSSL" : "JDK") + " " + (Epoll.isAvailable() ? "epoll" : "nio"));
    Throwable why = OpenSsl.unavailabilityCause();
    System.out.println(why == null ? "none" : why.getMessage().replaceAll(".*-D(\\S+)=.*", "$1"));
  }
}
JAVA
javac -cp 'grpc/*' -proc:none -d classes Which.java || exit 2
with() { java -cp 'classes:grpc/*' "$@" Which 2>which.log >which.out || missing "Which: $(tail -1 which.log)"; }
with
check "without a switch" "OpenSSL epoll" "$(head -1 which.out)"
with -Dio.netty.handler.ssl.noOpenSsl=true -Dio.netty.transport.noNative=true
check "with Netty's documented switches" "OpenSSL epoll" "$(head -1 which.out)"
with -Dio.grpc.netty.shaded.io.netty.handler.ssl.noOpenSsl=true -Dio.grpc.netty.shaded.io.netty.transport.noNative=true
check "with the renamed ones" "JDK nio" "$(head -1 which.out)"
check "the switch that Netty says was given" "io.netty.handler.ssl.noOpenSsl" "$(tail -1 which.out)"
finish

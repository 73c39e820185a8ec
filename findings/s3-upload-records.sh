#!/usr/bin/env bash
# Guess:  PutObject of 1 MB from memory is 62 records of 16 KB, and a few: TLS cuts it, and none of the HTTP clients that one
#         may give to the AWS SDK for Java has a reason to cut it smaller.
# So:     The SDK's body is a stream, and what the client's buffer for streams holds is a record: 8 KB with apache-client and
#         apache5-client, 4 KB with url-connection-client, 8,087 bytes with aws-crt-client's blocking client, with small
#         ones between; only netty-nio-client fills its records. So the same upload is 63 to 278 records.
# Seen:   29 November 2026, AWS SDK for Java 2.59.1, S3's client with its defaults, OpenJDK 17.0.15, TLS 1.3, Node 20's
#         server: netty-nio-client 63 to 72 records, apache5-client 128, apache-client 129, aws-crt-client 216,
#         url-connection-client 278.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node
certificate
v=2.59.1
jars jars software.amazon.awssdk:{s3,apache-client,apache5-client,url-connection-client,netty-nio-client,aws-crt-client}:$v org.slf4j:slf4j-nop:1.7.36
cat >server.js <<'JS'
const fs = require('fs'), https = require('https')
const server = https.createServer({ key: fs.readFileSync('tls/server.key'), cert: fs.readFileSync('tls/server.pem') }, (request, response) => {
  request.resume().on('end', () => response.writeHead(200, { etag: '"x"' }).end())
})
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port))
JS
start server node server.js
wait_for server.log '^port '
relay "$(port_in server.log port)"
cat >Put.java <<'JAVA'
import java.net.URI; import software.amazon.awssdk.auth.credentials.*; import software.amazon.awssdk.core.async.AsyncRequestBody; import software.amazon.awssdk.core.sync.RequestBody; import software.amazon.awssdk.http.*;
import software.amazon.awssdk.http.apache.ApacheHttpClient; import software.amazon.awssdk.http.apache5.Apache5HttpClient; import software.amazon.awssdk.http.crt.AwsCrtHttpClient; import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient; import software.amazon.awssdk.regions.Region; import software.amazon.awssdk.services.s3.*; import software.amazon.awssdk.utils.AttributeMap;
class Put {
  public static void main(String[] arguments) throws Exception {
    Thread.currentThread().setUncaughtExceptionHandler((thread, e) -> { e.printStackTrace(); System.exit(1); }); // clients' threads go on
    var anyCertificate = AttributeMap.builder().put(SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES, true).build();
    var key = StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret"));
    URI server = URI.create("https://localhost:" + arguments[1]);
    byte[] body = new byte[1_000_000];
    if (arguments[0].equals("netty-nio")) {
      try (var client = S3AsyncClient.builder().httpClient(NettyNioAsyncHttpClient.builder().buildWithDefaults(anyCertificate)).endpointOverride(server).region(Region.US_EAST_1).credentialsProvider(key).forcePathStyle(true).build()) {
        client.putObject(b -> b.bucket("b").key("k"), AsyncRequestBody.fromBytes(body)).get();
      }
    } else {
      SdkHttpClient http = switch (arguments[0]) {
        case "apache" -> ApacheHttpClient.builder().buildWithDefaults(anyCertificate);
        case "apache5" -> Apache5HttpClient.builder().buildWithDefaults(anyCertificate);
        case "aws-crt" -> AwsCrtHttpClient.builder().buildWithDefaults(anyCertificate);
        default -> UrlConnectionHttpClient.builder().buildWithDefaults(anyCertificate);
      };
      try (var client = S3Client.builder().httpClient(http).endpointOverride(server).region(Region.US_EAST_1).credentialsProvider(key).forcePathStyle(true).build()) {
        client.putObject(b -> b.bucket("b").key("k"), RequestBody.fromBytes(body));
      }
    }
    System.exit(0);
  }
}
JAVA
javac -cp 'jars/*' -proc:none -nowarn -d classes Put.java 2>javac.log || { cat javac.log >&2; exit 2; }
while read -r client size least most; do
  rm -f wire.jsonl
  java -cp 'classes:jars/*' Put "$client" "$relay_port" >run.log 2>&1 || missing "Put $client: $(grep -m1 Exception run.log)"
  read -r records common <<<"$(wire '*[(len(data), max(set(data), key=data.count)) for c in lines if c["hello"] for data in [[n for kind, n in client(c) if kind == 23]]][-1]')"
  check_between "$client: records for 1,000,000 bytes" "$least" "$most" "$records"
  check "$client: length of most of them" "$size" "$common"
done <<'END'
netty-nio 16400 62 80
apache5 8225 120 140
apache 8225 120 140
aws-crt 8104 130 300
url-connection 4129 250 300
END
finish

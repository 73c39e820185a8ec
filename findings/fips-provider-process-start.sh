#!/usr/bin/env bash
# Guess:  OpenSSL's FIPS provider, switched on by OPENSSL_CONF, costs a command-line client some 30 ms at its start, once its self-tests are
#         on record (install-status in fipsmodule.cnf).
# So:     Each process runs all self-tests, on record or not: 65 to 76 ms of CPU, seven or eight times the rest of a call of redis-cli
#         --tls, as a health check makes it. Programs that use no TLS in this call pay, too, if they initialize OpenSSL: `curl --version`, or
#         Python at `import hashlib`. Node has an OpenSSL of its own, takes no notice of the variable and goes on to use x25519.
# Seen:   29 November 2026, openssl-provider-fips 3.5.9 of Debian trixie with OpenSSL 3.0.22 of Debian 12, redis-cli 7.0: CPU of a call
#         9 ms, with the provider 85; curl --version 9 and 72; import hashlib 7 and 65 more than Python alone.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl curl node apt-get dpkg-deb
certificate
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m1 -E '/debian/?$') || missing "apt-get knows no mirror of Debian"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
mkdir -p apt/lists/partial apt/cache/archives/partial module
echo "deb [signed-by=$keys] $mirror trixie main" >apt/sources.list
trixie() { apt-get -o Dir::Etc::SourceList="$W/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$W/apt/lists" -o Dir::Cache="$W/apt/cache" -o APT::Sandbox::User=root "$@"; }
{ trixie update && (cd module && trixie download openssl-provider-fips); } >trixie.log 2>&1 || missing "apt-get could not download from trixie: $(tail -1 trixie.log)"
dpkg-deb -x module/*.deb module
module=$(find "$W/module" -name fips.so)
export OPENSSL_MODULES=${module%/*}
openssl fipsinstall -out fipsmodule.cnf -module "$module" >install.log 2>&1 || missing "the module's self-tests fail: $(tail -1 install.log)"
for name in recorded unrecorded; do
  { [ $name = recorded ] && cat fipsmodule.cnf || grep -v install-status fipsmodule.cnf; } >$name.module
  printf '%s\n' 'openssl_conf = init' ".include $W/$name.module" '[init]' 'providers = providers' 'alg_section = algorithms' '[providers]' \
    'fips = fips_sect' 'base = base' '[base]' 'activate = 1' '[algorithms]' 'default_properties = fips=yes' >$name.cnf
done
: >empty.cnf
debian redis-tools libjemalloc2 liblzf1
redis_protocol_server
cost() { # CONFIGURATION COMMAND...: milliseconds of CPU for each of ten calls
  local TIMEFORMAT='%U %S' config=$1
  shift
  { time for _ in 1 2 3 4 5 6 7 8 9 10; do OPENSSL_CONF="$W/$config.cnf" "$@" >/dev/null 2>&1; done; } 2>&1 | awk '{ printf "%.0f", ($1 + $2) * 100 }'
}
ping() { cost "$1" redis-cli --tls --cacert tls/ca.pem -h localhost -p "$redis_port" PING; }
echo "  $(openssl version | cut -d' ' -f1-2), $(basename module/*.deb | cut -d_ -f1-2)"
without=$(ping empty)
with=$(ping recorded)
check "redis-cli --tls with the provider" PONG "$(OPENSSL_CONF=$W/recorded.cnf redis-cli --tls --cacert tls/ca.pem -h localhost -p "$redis_port" PING)"
echo "  a call's CPU without it: $without ms"
check_between "with it: ms more" 30 250 $((with - without))
check_between "with no self-tests on record: ms more" 30 250 $(($(ping unrecorded) - without))
check_between "curl --version: ms more" 30 250 $(($(cost recorded curl --version) - $(cost empty curl --version)))
relay "$redis_port"
cat >node.js <<'JS'
const socket = require("tls").connect({ host: "127.0.0.1", port: +process.argv[2], servername: "localhost", ca: require("fs").readFileSync("tls/ca.pem") }, () => socket.end());
JS
OPENSSL_CONF=$W/recorded.cnf timeout 20 node node.js "$relay_port" >node.log 2>&1
check "Node's group with the same variable" x25519 "$(wire 'lines[0]["server"]["group"]')"
finish

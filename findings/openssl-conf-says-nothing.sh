#!/usr/bin/env bash
# Guess:  A mistake in the file that OPENSSL_CONF names, by which TLS versions, groups and suites are set for all programs, is an error,
#         at least of the openssl command itself.
# So:     Nobody says anything, neither openssl s_client nor Python: not of a file or a section that is not there, nor of a command or value
#         that does not exist. What is wrong is left out, the other lines of the section hold, in whatever order. So a trial "with
#         P-384" or "with TLS 1.2 only" may have been one without. `config_diagnostics = 1` at the file's beginning (OpenSSL 3.0) makes
#         a section that is not there an error of the openssl command, but not of Python, and a misspelled command of neither.
# Seen:   30 November 2026, OpenSSL 3.0.22, Python 3.11 with it: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl python3
certificate
echo_server
cat >client.py <<'PYTHON'
import socket, ssl, sys
try:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations("tls/ca.pem")
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as s, context.wrap_socket(s, server_hostname="localhost") as t:
        print(t.version())
except ssl.SSLError as e:
    print("error")
PYTHON
file() { # BEGINNING LINE...: writes conf
  printf '%s\n' "$1" 'openssl_conf = init' '[init]' 'ssl_conf = ssl' '[ssl]' 'system_default = settings' '[settings]' "${@:2}" >conf
}
python_says() { OPENSSL_CONF=$W/conf python3 client.py "$echo_port" 2>&1; }
openssl_says() { # its version, and whether there is a word of the configuration
  OPENSSL_CONF=$W/conf openssl s_client -connect "127.0.0.1:$echo_port" -CAfile tls/ca.pem </dev/null >s_client.txt 2>&1
  local version
  version=$(sed -nE 's/^New, (TLSv1\.[23]).*/\1/p' s_client.txt | head -1)
  grep -qiE 'conf|error in|bad value|unknown cmd' s_client.txt && echo "${version:-error}, and it says so" || echo "${version:-error}"
}
both() { # WHAT EXPECTED
  check "$1: Python" "$2" "$(python_says)"
  check "$1: openssl s_client" "$2" "$(openssl_says)"
}
file '' 'MaxProtocol = TLSv1.2'
both "MaxProtocol = TLSv1.2" TLSv1.2
file '' 'MaxProtocl = TLSv1.2'
both "misspelled MaxProtocl" TLSv1.3
file '' 'MaxProtocl = TLSv1.2' 'MaxProtocol = TLSv1.2'
both "the same, and the right line below" TLSv1.2
file '' 'Groups = P-2566' 'MaxProtocol = TLSv1.2'
both "a group that does not exist, and a right line below" TLSv1.2
file '' 'MaxProtocol = TLSv1.9'
both "a version that does not exist" TLSv1.3
file '' 'MaxProtocol = TLSv1.2' && sed -i 's/^ssl_conf = ssl/ssl_conf = tls/' conf
both "a section that is not there" TLSv1.3
rm conf
both "no such file" TLSv1.3
file 'config_diagnostics = 1' 'MaxProtocl = TLSv1.2'
both "with config_diagnostics = 1, misspelled MaxProtocl" TLSv1.3
sed -i -e 's/^ssl_conf = ssl/ssl_conf = tls/' -e 's/MaxProtocl/MaxProtocol/' conf
check "with config_diagnostics = 1, a section that is not there: Python" TLSv1.3 "$(python_says)"
check "the same: openssl s_client" "error, and it says so" "$(openssl_says)"
finish

#!/usr/bin/env bash
# Guess:  A tool that runs with one thread has one connection, or two: `dbt run` of ten models makes one TLS handshake.
# So:     dbt closes its connection after each model and opens one for the next: ten models are 14 full handshakes with as many proofs of the
#         password, and nine round trips each; one model is five.
# Seen:   30 November 2026, dbt-core 1.9.11, dbt-postgres 1.9.1, PostgreSQL 18.1, one thread.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
python_with py dbt-core==1.9.11 dbt-postgres==1.9.1
postgres_server 18.1.0
relay "$postgres_port"
mkdir -p project/models
printf 'name: findings\nversion: "1.0.0"\nprofile: findings\nmodel-paths: [models]\n' >project/dbt_project.yml
for i in $(seq 10); do echo "SELECT $i AS a" >"project/models/m$i.sql"; done
cat >project/profiles.yml <<YAML
findings:
  target: local
  outputs:
    local: {type: postgres, host: localhost, port: $relay_port, user: postgres, password: secret, dbname: postgres, schema: findings,
            threads: 1, sslmode: verify-full, sslrootcert: $W/tls/ca.pem}
YAML
export DBT_SEND_ANONYMOUS_USAGE_STATS=false
run() { # MODELS: the number of TLS handshakes, none of them resumed
  rm -f wire.jsonl
  (cd project && ../py/bin/dbt run --no-use-colors --no-version-check --profiles-dir . --select "$1") >dbt.log 2>&1 || missing "dbt failed: $(tail -1 dbt.log)"
  grep -q "PASS=$2 WARN=0 ERROR=0" dbt.log || missing "dbt did not run $2 models: $(tail -1 dbt.log)"
  wire '*(sum(c["resumed"] is False for c in lines), sum(bool(c["resumed"]) for c in lines))'
}
ten='m1 m2 m3 m4 m5 m6 m7 m8 m9 m10'
run "$ten" 10 >/dev/null # makes the schema
read -r full resumed <<<"$(run "$ten" 10)"
check_between "ten models: full handshakes" 13 15 "$full"
check "resumed" 0 "$resumed"
read -r full resumed <<<"$(run m1 1)"
check_between "one model: full handshakes" 4 6 "$full"
finish

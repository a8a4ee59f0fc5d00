#!/bin/sh
# usage: tasks.sh PROGRAMS OUT COUNT: verification tasks (.yml) on programs with stated verdicts.
set -eu
programs=$1 out=$2 count=$3
mkdir -p "$out"
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >"$out/unreach-call.prp"
grep -lE '^/\* heddle: reach=(TRUE|FALSE); engines: explore \*/' "$programs"/*.c | awk -v n="$count" '
    { all[NR] = $0 }
    END { for (i = 0; i < n; i++) print all[1 + int(i * NR / n)] }' | while read -r file; do
    verdict=false
    head -1 "$file" | grep -q 'reach=TRUE' && verdict=true
    cat >"$out/$(basename "$file" .c).yml" <<END
format_version: '2.0'
input_files: '$(realpath "$file")'
properties:
  - property_file: unreach-call.prp
    expected_verdict: $verdict
options:
  language: C
  data_model: LP64
END
done

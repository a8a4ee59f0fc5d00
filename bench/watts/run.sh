#!/bin/sh
# Open checks and times of the engine flow in its four modes, beside those of the original. See README.md.
heddle=${HEDDLE:-build/heddle}
folder=${1:?usage: run.sh FOLDER}
passes=${RAW:+--no-passes}
runs=${RUNS:-3}
modes="insensitive sensitive constrained full"
status=0
total_start=$(date +%s.%N)
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
printf '%-22s %6s' program checks
for mode in $modes; do printf ' %24s' "$mode"; done
printf '\n'
for file in "$folder"/*.c; do
    name=$(basename "$file" .c)
    expected=$(grep "^$name," "$folder/expected.csv" 2>/dev/null)
    line="" column=2
    for mode in $modes; do
        ms="" more="" i=0
        while [ $i -lt "$runs" ]; do # the least of several times
            out=$("$heddle" verify --engine flow --interference "$mode" --stats --timeout 60 $passes --domain "${DOMAIN:-values}" "$file" 2>/dev/null)
            set -- $(printf '%s\n' "$out" | awk -v a="$ms" -v b="$more" '/^flow-time:/ {t = $2 / 1000} /^flow-proof-time:/ {u = $2 / 1000}
                END {printf "%.2f %.2f", a != "" && a < t ? a : t, b != "" && b < u ? b : u}')
            ms=$1 more=$2 i=$((i + 1))
        done
        counts=$(printf '%s\n' "$out" | sed -n 's/^checks: \([0-9]*\) proved, [0-9]* violated, \([0-9]*\) open$/\1 \2/p')
        proved=${counts% *} open=${counts#* }
        original=$(printf '%s\n' "$expected" | cut -d, -f$column)
        mark=""
        if [ -z "$counts" ]; then
            mark=" failed" status=1
        elif [ -n "$original" ]; then
            [ "$open" -gt "$original" ] && mark=" WORSE" status=1
            case $mode in constrained | full) [ "$open" -gt 0 ] && mark=" OPEN" status=1 ;; esac
        fi
        echo "$mode ${open:-0} ${proved:-0} ${ms:-0} ${original:--1} ${more:-0} $name" >>"$rows"
        line="$line $(printf '%24s' "${open:-?} (${original:--}) ${ms:-0} ms$mark")"
        column=$((column + 1))
    done
    printf '%-22s %6s%s\n' "$name" "$((${proved:-0} + ${open:-0}))" "$line"
done
echo
for mode in $modes; do
    awk -v mode="$mode" '$1 == mode { open += $2; proved += $3; ms += $4; more += $6; if ($5 >= 0) { mine += $2; original += $5 } }
        END { printf "%-12s %5d proved, %3d open; where the original is known: %3d open, original %4d; %.1f ms, pairs and proofs %.1f ms\n",
              mode, proved, open, mine, original, ms, more }' "$rows"
done
awk '$1 == "insensitive" { a += $4; c += $6 } $1 == "full" { b += $4; d += $6 }
    END { if (a) printf "full takes %.2f times the time of insensitive; %.2f times with pairs and proofs\n", b / a, (b + d) / (a + c) }' "$rows"
# programs that differ in the number of threads alone are called NAME_thrN
awk '$1 == "full" && match($7, /_thr[0-9]+$/) && $4 > 0 {
        name = substr($7, 1, RSTART - 1); x = log(substr($7, RSTART + 4)); y = log($4)
        n[name]++; sx[name] += x; sy[name] += y; sxx[name] += x * x; sxy[name] += x * y }
    END { for (name in n) if (n[name] > 1) printf "%s grows with the power %.2f of the number of threads\n", name,
          (n[name] * sxy[name] - sx[name] * sy[name]) / (n[name] * sxx[name] - sx[name] * sx[name]) }' "$rows"
awk -v a="$total_start" -v b="$(date +%s.%N)" 'BEGIN { printf "all four modes, with compiling, each '"$runs"' times: %.1f s\n", b - a }'
exit $status

#!/bin/sh
# The four refiners of the engine predicate on SV-COMP tasks, as Table 1 of the paper. See README.md.
# usage: run.sh PATH...      PATH: task files (.yml) or folders of them
# environment: HEDDLE (build/heddle), TIMEOUT (seconds a task, 300), JOBS (1), REFINERS, OUT (folder for the CSV files), MORE (options)
heddle=${HEDDLE:-build/heddle}
refiners=${REFINERS:-default simple effect chain}
out=${OUT:-$(mktemp -d)}
mkdir -p "$out"
[ $# -gt 0 ] || { sed -n '3,4s/^# //p' "$0"; exit 64; }
wrong=0
for r in $refiners; do
    [ ! -s "$out/$r.csv" ] || continue # from an earlier run
    "$heddle" suite --engine predicate --refiner "$r" --timeout "${TIMEOUT:-300}" --jobs "${JOBS:-1}" --csv "$out/$r.csv" $MORE "$@" >"$out/$r.log" 2>&1
    status=$?
    [ $status != 1 ] || wrong=1
    [ $status -le 2 ] || { tail -3 "$out/$r.log" >&2; echo "bench/rudenchik: heddle suite ended with status $status" >&2; exit 1; }
done

row() { # title, awk condition on the fields verdict, result, reason
    printf '%-46s' "$1"
    for r in $refiners; do
        awk -v condition="$2" '
            NR == 1 { for (match_ = 1; match_ <= split($0, name, ","); match_++) column[name[match_]] = match_; next }
            {
                line = $0; n = 0
                while (line != "") { # fields, perhaps quoted
                    if (substr(line, 1, 1) == "\"") { match(line, /^"[^"]*"/); field[++n] = substr(line, 2, RLENGTH - 2); line = substr(line, RLENGTH + 2) }
                    else { match(line, /^[^,]*/); field[++n] = substr(line, 1, RLENGTH); line = substr(line, RLENGTH + 2) }
                }
                verdict = field[column["verdict"]]; result = field[column["result"]]; reason = field[column["reason"]]; cpu += field[column["cpu_s"]]
                if (condition == "right true") count += result == "right" && verdict == "TRUE"
                else if (condition == "right false") count += result == "right" && verdict == "FALSE"
                else if (condition == "wrong") count += result == "wrong"
                else if (condition == "unknown") count += result != "right" && result != "wrong"
                else if (condition == "time") count += result != "right" && result != "wrong" && reason ~ /time/
                else if (condition == "repeated") count += reason ~ /no predicate was found/
                else if (condition == "feasible") count += reason ~ /cannot exclude/
                else if (condition == "reached") count += reason ~ /may be reached/
                else if (condition == "other") count += result != "right" && result != "wrong" && reason !~ /time|no predicate was found|cannot exclude|may be reached/
            }
            END { if (condition == "cpu") printf "%10.0f", cpu; else printf "%10d", count }' "$out/$r.csv"
    done
    echo
}

printf '%-46s' ""
for r in $refiners; do printf '%10s' "$r"; done
echo
row "right TRUE" "right true"
row "right FALSE" "right false"
row "wrong" wrong
row "unknown" unknown
row "  out of time" time
row "  repeated counterexample" repeated
row "  counterexample neither excluded nor executed" feasible
row "  undefined or not modelled may be reached" reached
row "  other" other
row "CPU time, s" cpu
[ $wrong = 0 ] || { echo "bench/rudenchik: there are wrong verdicts" >&2; exit 1; }

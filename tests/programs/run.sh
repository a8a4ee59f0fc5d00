#!/bin/sh
# Runs heddle on the programs of this folder and compares with what their first lines state (README.md says how).
# usage: run.sh [-j JOBS] [-e ENGINE | -a ENGINE] [-p PROPERTY] [-o OPTIONS] [PROGRAM.c...]
#   -e, -p: only what is stated for this engine, this property;  -o: further options for every run
#   -a: this engine on everything, whatever is stated: no verdict may be wrong, but every one may be UNKNOWN
# environment: HEDDLE (the binary), TIMEOUT (seconds for each run, 30)
# status: 0 if nothing failed; a wrong verdict is printed as WRONG, an UNKNOWN where a verdict was due as UNDECIDED.
here=$(cd "$(dirname "$0")" && pwd) || exit 70
self=$here/$(basename "$0")
HEDDLE=${HEDDLE:-$here/../../build/heddle}
TIMEOUT=${TIMEOUT:-30}
export HEDDLE TIMEOUT MORE

# one run: --one FILE PROPERTY EXPECTED ENGINE OPTIONS -> a line "RESULT file property engine: text"
run_one() {
    file=$1 property=$2 expected=$3 engine=$4 options=$5
    known=${expected##*[A-Z]} expected=${expected%\?}
    output=$(timeout $((TIMEOUT + 20)) "$HEDDLE" verify --property "$property" --engine "$engine" --timeout "$TIMEOUT" \
        $options $MORE "$file" 2>/dev/null </dev/null)
    status=$?
    last=$(printf '%s\n' "$output" | tail -n 1)
    case $status in 0) got=TRUE ;; 1) got=FALSE ;; 2) got=UNKNOWN ;; *) got="status $status" ;; esac
    case $last in "VERDICT: $got" | "VERDICT: $got ("*) ;; *) got="status $status with last line '$last'" ;; esac
    if [ "$got" = "$expected" ]; then
        if [ -n "$known" ]; then result=GAINED; else result=PASSED; fi
    elif [ "$got" = UNKNOWN ]; then
        if [ -n "$known" ]; then result=KNOWN; else result=UNDECIDED; fi
    else
        result=WRONG
    fi
    reason=
    [ "$got" = UNKNOWN ] && reason=" ${last#VERDICT: UNKNOWN }"
    echo "$result $(basename "$file") $property $engine: $got, expected $expected$reason"
}

# all runs of a file, as arguments of --one, one a line, fields separated by tabs
runs_of() {
    awk -v file="$1" -v only_engine="$2" -v only_property="$3" -v any_engine="$4" '
        NR == 1 {
            if (!match($0, /^\/\* heddle: .* \*\/$/)) { print "BAD\t" file; exit }
            text = substr($0, 12, length($0) - 14)
            n = split(text, part, /; /)
            engines = "explore"; options = ""
            for (i = 2; i <= n; i++) {
                if (part[i] ~ /^engines: /) engines = substr(part[i], 10)
                else if (part[i] ~ /^options: /) options = substr(part[i], 10)
                else if (part[i] !~ /^(known|later): /) { print "BAD\t" file; exit }
            }
            if (any_engine != "") engines = any_engine
            p = split(part[1], verdict, / /); e = split(engines, engine, / /)
            for (i = 1; i <= p; i++) {
                if (verdict[i] !~ /^[a-z]+=(TRUE|FALSE|UNKNOWN)\??$/) { print "BAD\t" file; exit }
                split(verdict[i], side, /=/)
                if (any_engine != "" && side[2] !~ /UNKNOWN|\?/) side[2] = side[2] "?"
                for (k = 1; k <= e; k++)
                    if ((only_engine == "" || only_engine == engine[k]) && (only_property == "" || only_property == side[1]))
                        print file "\t" side[1] "\t" side[2] "\t" engine[k] "\t" options
            }
            exit
        }' "$1"
}

if [ "$1" = --one ]; then
    tab=$(printf '\t')
    IFS=$tab
    set -f
    set -- $2
    unset IFS
    run_one "$1" "$2" "$3" "$4" "$5"
    exit 0
fi

jobs=2 engine= property= any=
while getopts j:e:a:p:o: option; do
    case $option in
    j) jobs=$OPTARG ;;
    e) engine=$OPTARG ;;
    a) any=$OPTARG ;;
    p) property=$OPTARG ;;
    o) MORE=$OPTARG ;;
    *) exit 64 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- "$here"/*.c
[ -x "$HEDDLE" ] || { echo "run.sh: no heddle at $HEDDLE" >&2; exit 64; }

results=$(mktemp) || exit 70
trap 'rm -f "$results"' EXIT
for file; do runs_of "$file" "$engine" "$property" "$any"; done >"$results.runs"
if grep '^BAD' "$results.runs"; then
    echo "run.sh: first line not understood" >&2
    rm -f "$results.runs"
    exit 65
fi
tr '\n' '\0' <"$results.runs" | xargs -0 -P "$jobs" -I RUN "$self" --one RUN >"$results"
expected_runs=$(wc -l <"$results.runs")
rm -f "$results.runs"

grep -v '^PASSED' "$results" | sort
count() { grep -c "^$1 " "$results"; }
failed=$(($(count WRONG) + $(count UNDECIDED)))
done_runs=$(wc -l <"$results")
echo "wrong: $(count WRONG), undecided: $(count UNDECIDED), known failures: $(count KNOWN), gained: $(count GAINED)"
echo "$((done_runs - failed - $(count KNOWN))) passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$done_runs" -eq "$expected_runs" ] && [ "$done_runs" -gt 0 ]

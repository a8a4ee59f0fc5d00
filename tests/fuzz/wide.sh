#!/bin/sh
# Generated programs: what exploration shows to race, the engine wide does not prove free of races.
#   wide.sh HEDDLE GENERATE FROM COUNT GENERATOR...
# Compared by lines (of open pairs there are those who make them), and by the names of variables; parts of objects, which both name in their own way, by whether anything is open of what has the same name at first, or at all. Fails if hardly any program races, or if wide proves hardly anything: it has stopped to be a test then.
heddle=$1 generate=$2 from=$3 count=$4
shift 4
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 races=0 proved=0
for generator; do
    seed=$from
    while [ "$seed" -lt $((from + count)) ]; do
        "$generate" "$generator" "$seed" >"$work/p.c"
        "$heddle" verify -v -p race --engine wide --undefined=assume "$work/p.c" >"$work/wide" 2>&1
        case $? in 0|2) ;; *) echo "$generator $seed: wide: $(tail -n 1 "$work/wide")"; failed=$((failed + 1)) ;; esac
        proved=$((proved + $(sed -n 's/^checks: \([0-9]*\) proved.*/\1/p' "$work/wide")))
        "$heddle" verify -p race --engine explore --timeout 2 "$work/p.c" >"$work/explore" 2>/dev/null
        wrong=
        for name in $(sed -n "s/.*: error: race on '\([^']*\)' can happen.*/\1/p" "$work/explore" | sort -u); do
            races=$((races + 1))
            first=${name%%[!A-Za-z0-9_]*}
            if [ "$first" = "$name" ] || grep -q "^$first[.:[].* open$" "$work/wide"; then
                grep -q "^$first[.:[].* [1-9][0-9]* open$" "$work/wide" || wrong="$wrong $name"
            else
                grep -q "^checks: .* [1-9][0-9]* open$" "$work/wide" || wrong="$wrong $name"
            fi
        done
        for at in $(sed -n "s/^[^:]*:\([0-9]*\):[0-9]*: error: race on .* can happen.*/\1/p" "$work/explore" | sort -u); do
            grep -q "^    .*:$at: [a-z]* in [^ ]* by " "$work/wide" || wrong="$wrong line $at"
        done
        if [ -n "$wrong" ]; then
            echo "$generator $seed: wide proves that there is no race on$wrong"
            failed=$((failed + 1))
        else
            passed=$((passed + 1))
        fi
        seed=$((seed + 1))
    done
done
echo "$races races, $proved pairs proved"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$races" -gt $((count / 10)) ] && [ "$proved" -gt "$count" ]

#!/bin/sh
# Generated programs: where exploration finds a deadlock, the engine wide does not prove that there is none.
#   wide_deadlock.sh HEDDLE GENERATE FROM COUNT GENERATOR...
# Fails if hardly any program has a deadlock, or if wide proves hardly any: it has stopped to be a test then.
heddle=$1 generate=$2 from=$3 count=$4
shift 4
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 deadlocks=0 proved=0
for generator; do
    seed=$from
    while [ "$seed" -lt $((from + count)) ]; do
        "$generate" "$generator" "$seed" >"$work/p.c"
        "$heddle" verify -p deadlock --engine wide --undefined=assume "$work/p.c" >"$work/wide" 2>/dev/null
        status=$?
        case $status in 0|2) ;; *) echo "$generator $seed: wide: $(tail -n 1 "$work/wide")"; failed=$((failed + 1)) ;; esac
        [ $status = 0 ] && proved=$((proved + 1))
        "$heddle" verify -q -p deadlock --engine explore --timeout 3 "$work/p.c" >"$work/explore" 2>/dev/null
        found=$?
        [ $found = 1 ] && deadlocks=$((deadlocks + 1))
        if [ $found = 1 ] && [ $status = 0 ]; then
            echo "$generator $seed: wide proves that there is no deadlock"
            failed=$((failed + 1))
        else
            passed=$((passed + 1))
        fi
        seed=$((seed + 1))
    done
done
echo "$passed passed, $failed failed; $deadlocks deadlocks, $proved proved"
[ "$failed" = 0 ] && [ "$deadlocks" -gt $((passed / 20)) ] && [ "$proved" -gt $((passed / 20)) ]

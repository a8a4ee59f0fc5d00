#!/bin/sh
# Programs whose accesses may lie outside their objects, run natively under gcc's sanitizers and by heddle's interpreter.
#   undefined.sh HEDDLE GENERATE FROM COUNT
# What a sanitizer stops, heddle must not run to its end. What runs through must have the same result; if heddle stops it, it is
# counted as an alarm: the two compilers do not evaluate all the same expressions (gcc drops x in 0 / x).
heddle=$1 generate=$2 from=$3 count=$4
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
fine=0 stopped=0 alarms=0 failed=0 skipped=0
seed=$from
while [ "$seed" -lt $((from + count)) ]; do
    file=$work/p.c
    "$generate" undefined "$seed" > "$file"
    if ! gcc -w -O0 -fwrapv -fsanitize=address,bounds -fno-sanitize-recover=all "$file" -o "$work/p" 2>/dev/null; then
        skipped=$((skipped + 1)) seed=$((seed + 1))
        continue
    fi
    want=$(ASAN_OPTIONS=detect_leaks=0 timeout 5 "$work/p" 2>"$work/error")
    status=$?
    got=$(timeout 60 "$heddle" run --undefined strict --print result "$file" 2>/dev/null)
    value=$(printf '%s\n' "$got" | sed -n "s/^result = \(-\{0,1\}[0-9]*\).*/\1/p")
    [ -n "$value" ] && value=$(printf '%u' "$value")
    if [ $status = 124 ]; then
        skipped=$((skipped + 1))
    elif [ $status != 0 ] && [ -n "$value" ]; then
        failed=$((failed + 1))
        echo "seed $seed: natively $(grep -m 1 -o 'ERROR.*\|runtime error.*' "$work/error" | head -c 120), heddle ends"
    elif [ $status != 0 ]; then
        stopped=$((stopped + 1))
    elif [ -z "$value" ]; then
        alarms=$((alarms + 1))
        [ -n "$VERBOSE" ] && echo "seed $seed: natively fine, $(printf '%s\n' "$got" | head -1)"
    elif [ "$value" = "$want" ]; then
        fine=$((fine + 1))
    else
        failed=$((failed + 1))
        echo "seed $seed: natively $want, heddle $value"
    fi
    seed=$((seed + 1))
done
echo "$fine fine, $stopped stopped by both, $alarms alarms, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$stopped" -gt 0 ] && [ "$alarms" -le $((count / 20 + 1)) ]

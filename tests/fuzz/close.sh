#!/bin/sh
# Generated programs: looked at closely, in groups of pairs of accesses, they have no race if exploration shows that there is none, and one only if it shows one.
#   close.sh HEDDLE GENERATE FROM COUNT GENERATOR...
# Fails if hardly any program is decided by both: it has stopped to be a test then.
heddle=$1 generate=$2 from=$3 count=$4
shift 4
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 compared=0
verdict() { sed -n 's/^VERDICT: \([A-Z]*\).*/\1/p' "$work/$1"; }
for generator; do
    seed=$from
    while [ "$seed" -lt $((from + count)) ]; do
        "$generate" "$generator" "$seed" >"$work/p.c"
        "$heddle" verify -p race --resolution=close --undefined=assume --timeout 5 "$work/p.c" >"$work/close" 2>"$work/errors"
        status=$?
        "$heddle" verify -p race --engine explore --undefined=assume --timeout 2 "$work/p.c" >"$work/explore" 2>/dev/null
        closely=$(verdict close) explored=$(verdict explore)
        case $closely,$explored in
            TRUE,FALSE | FALSE,TRUE) echo "$generator $seed: close says $closely, exploration $explored"; failed=$((failed + 1)) ;;
            TRUE,TRUE | FALSE,FALSE) compared=$((compared + 1)) passed=$((passed + 1)) ;;
            *) if [ $status -gt 2 ] || grep -q "internal error" "$work/errors"; then
                   echo "$generator $seed: status $status, $(head -n 1 "$work/errors")"
                   failed=$((failed + 1))
               else
                   passed=$((passed + 1))
               fi ;;
        esac
        seed=$((seed + 1))
    done
done
echo "$compared compared"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$compared" -gt $((count / 2)) ]

#!/bin/sh
# Generated programs: the proofs that the engine wide writes hold, and heddle check says TRUE of no program in which exploration finds a race.
#   wide_proof.sh HEDDLE GENERATE FROM COUNT GENERATOR...
# Fails if the proofs cover hardly any pair.
heddle=$1 generate=$2 from=$3 count=$4
shift 4
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 covered=0 whole=0
for generator; do
    seed=$from
    while [ "$seed" -lt $((from + count)) ]; do
        "$generate" "$generator" "$seed" >"$work/p.c"
        "$heddle" verify -q -p race --engine wide --undefined=assume --proof "$work/proof.json" "$work/p.c" >"$work/wide" 2>&1
        "$heddle" check -p race --undefined=assume "$work/proof.json" "$work/p.c" >"$work/check" 2>&1
        status=$?
        wrong=
        case $status in 0|2) ;; *) wrong="the proof is refused: $(tail -n 1 "$work/check")" ;; esac
        grep -q 'proof does not hold' "$work/check" && wrong="the proof does not hold"
        covered=$((covered + $(sed -n 's/^checks: \([0-9]*\) proved.*/\1/p' "$work/check")))
        if [ $status = 0 ]; then
            whole=$((whole + 1))
            "$heddle" verify -q -p race --engine explore --timeout 3 "$work/p.c" >"$work/explore" 2>/dev/null
            [ $? = 1 ] && wrong="check says that there is no race"
            grep -q 'VERDICT: TRUE' "$work/wide" || wrong="check says TRUE, wide does not"
        fi
        if [ -n "$wrong" ]; then
            echo "$generator $seed: $wrong"
            failed=$((failed + 1))
        else
            passed=$((passed + 1))
        fi
        seed=$((seed + 1))
    done
done
echo "$passed passed, $failed failed; $covered pairs covered, $whole programs"
[ "$failed" = 0 ] && [ "$covered" -gt $((5 * passed)) ]

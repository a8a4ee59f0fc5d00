#!/bin/sh
# Generated programs: what exploration shows to be a wrong use of a lock, the engine wide does not prove to be a right one.
#   wide_locks.sh HEDDLE GENERATE FROM COUNT GENERATOR...
# In two of three programs one call that takes or gives back a lock is another one, or none. Compared by lines. Fails if hardly any lock is used wrongly, or if wide proves hardly anything: it has stopped to be a test then.
heddle=$1 generate=$2 from=$3 count=$4
shift 4
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 wrong_uses=0 proved=0
for generator; do
    seed=$from
    while [ "$seed" -lt $((from + count)) ]; do
        "$generate" "$generator" "$seed" | awk -v seed="$seed" '
            BEGIN { srand(seed); change = seed % 3 }
            { lines[NR] = $0; if ($0 !~ /^static void (take|give)\(/ && /(take|give|mutex_lock|mutex_unlock)\(/) where[++n] = NR }
            END {
                if (n && change) {
                    at = where[1 + int(rand() * n)]
                    if (change == 1) { if (!sub(/take\(/, "give(", lines[at]) && !sub(/mutex_lock\(/, "mutex_unlock(", lines[at])) { sub(/give\(/, "take(", lines[at]); sub(/mutex_unlock\(/, "mutex_lock(", lines[at]) } }
                    else sub(/(take|give|pthread_mutex_lock|pthread_mutex_unlock)\(/, "(int)(long)(", lines[at])
                }
                for (k = 1; k <= NR; k++) print lines[k]
            }' >"$work/p.c"
        "$heddle" verify -v -p locks --engine wide --undefined=assume "$work/p.c" >"$work/wide" 2>/dev/null
        case $? in 0|2) ;; *) echo "$generator $seed: wide: $(tail -n 1 "$work/wide")"; failed=$((failed + 1)) ;; esac
        proved=$((proved + $(sed -n 's/^checks: \([0-9]*\) proved.*/\1/p' "$work/wide")))
        "$heddle" verify -p locks --engine explore --timeout 2 "$work/p.c" >"$work/explore" 2>/dev/null
        wrong=
        for at in $(sed -n 's/^[^:]*:\([0-9]*\):[0-9]*: error: .*/\1/p' "$work/explore" | sort -u); do
            wrong_uses=$((wrong_uses + 1))
            grep -q "^open .*p\.c:$at  " "$work/wide" || wrong="$wrong $at"
        done
        if [ -n "$wrong" ]; then
            echo "$generator $seed: wide proves that locks are used as they must be in line$wrong"
            failed=$((failed + 1))
        else
            passed=$((passed + 1))
        fi
        seed=$((seed + 1))
    done
done
echo "$passed passed, $failed failed; $wrong_uses wrong uses, $proved proved"
[ "$failed" = 0 ] && [ "$wrong_uses" -gt $((passed / 20)) ] && [ "$proved" -gt "$passed" ]

#!/bin/sh
# Generated programs: what exploration shows to be violated, the engine wide does not prove.
#   wide.sh HEDDLE GENERATE race|locks|deadlock FROM COUNT GENERATOR...
# Fails if hardly any program has a violation, or if wide proves hardly anything: it has stopped to be a test then.
#   race      by lines (of open pairs there are those who make them), and by the names of variables; parts of objects, which both name in
#             their own way, by whether anything is open of what has the same name at first, or at all; several objects, by whether anything is open of one of them
#   locks     by lines; in two of three programs one call that takes or gives back a lock is another one, or none
#   deadlock  by verdicts
heddle=$1 generate=$2 property=$3 from=$4 count=$5
shift 5
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 violations=0 proved=0

change_a_lock() {
    awk -v seed="$1" '
        BEGIN { srand(seed); change = seed % 3 }
        { lines[NR] = $0; if ($0 !~ /^static void (take|give)\(/ && /(take|give|mutex_lock|mutex_unlock)\(/) where[++n] = NR }
        END {
            if (n && change) {
                at = where[1 + int(rand() * n)]
                if (change == 1) { if (!sub(/take\(/, "give(", lines[at]) && !sub(/mutex_lock\(/, "mutex_unlock(", lines[at])) { sub(/give\(/, "take(", lines[at]); sub(/mutex_unlock\(/, "mutex_lock(", lines[at]) } }
                else sub(/(take|give|pthread_mutex_lock|pthread_mutex_unlock)\(/, "(int)(long)(", lines[at])
            }
            for (k = 1; k <= NR; k++) print lines[k]
        }'
}

# Each says in $wrong what wide has proved although it is violated, and counts violations and proofs.
count_proved() { proved=$((proved + $(sed -n 's/^checks: \([0-9]*\) proved.*/\1/p' "$work/wide"))); }
lines() { sed -n "s/^[^:]*:\([0-9]*\):[0-9]*: error: .*/\1/p" "$work/explore" | sort -u; }
compare_race() {
    count_proved
    for name in $(sed -n "s/.*: error: race on '\([^']*\)' can happen.*/\1/p" "$work/explore" | sort -u); do
        violations=$((violations + 1))
        first=${name%%[!A-Za-z0-9_]*}
        case $name in
        *"|"*) # several objects that one pointer leads to: something is open of one of them
            parts=$(printf '%s\n' "$name" | tr '|' '\n' | sed 's/\[.*//' | paste -sd '|')
            grep -qE "^($parts)[.:[].* [1-9][0-9]* open$" "$work/wide" || wrong="$wrong $name"
            continue
            ;;
        esac
        if [ "$first" = "$name" ] || grep -q "^$first[.:[].* open$" "$work/wide"; then
            grep -q "^$first[.:[].* [1-9][0-9]* open$" "$work/wide" || wrong="$wrong $name"
        else
            grep -q "^checks: .* [1-9][0-9]* open$" "$work/wide" || wrong="$wrong $name"
        fi
    done
    for at in $(lines); do
        grep -q "^    .*:$at: [a-z]* in [^ ]* by " "$work/wide" || wrong="$wrong line $at"
    done
}
compare_locks() {
    count_proved
    for at in $(lines); do
        violations=$((violations + 1))
        grep -q "^open .*p\.c:$at  " "$work/wide" || wrong="$wrong line $at"
    done
}
compare_deadlock() {
    [ $status = 0 ] && proved=$((proved + 1))
    [ $found = 1 ] && violations=$((violations + 1)) && [ $status = 0 ] && wrong=" anywhere"
}

for generator; do
    seed=$from
    while [ "$seed" -lt $((from + count)) ]; do
        "$generate" "$generator" "$seed" >"$work/p.c"
        [ "$property" != locks ] || { change_a_lock "$seed" <"$work/p.c" >"$work/changed" && mv "$work/changed" "$work/p.c"; }
        "$heddle" verify -v -p "$property" --engine wide --undefined=assume "$work/p.c" >"$work/wide" 2>/dev/null
        status=$?
        case $status in 0|2) ;; *) echo "$generator $seed: wide: $(tail -n 1 "$work/wide")"; failed=$((failed + 1)) ;; esac
        "$heddle" verify -p "$property" --engine explore --timeout 2 "$work/p.c" >"$work/explore" 2>/dev/null
        found=$?
        wrong=
        "compare_$property"
        if [ -n "$wrong" ]; then
            echo "$generator $seed: wide proves that there is no $property:$wrong"
            failed=$((failed + 1))
        else
            passed=$((passed + 1))
        fi
        seed=$((seed + 1))
    done
done
echo "$passed passed, $failed failed; $violations violations, $proved proved"
case $property in # of pairs and uses of locks there are some in a program
race) least=$count ;;
locks) least=$passed ;;
deadlock) least=$((passed / 20)) ;;
esac
[ "$failed" = 0 ] && [ "$violations" -gt $((passed / 20)) ] && [ "$proved" -gt "$least" ]

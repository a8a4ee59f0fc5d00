#!/bin/sh
# Generated programs, run natively under ThreadSanitizer: what it reports to race, the engine wide does not prove free of races.
#   wide_sanitizer.sh HEDDLE GENERATE FROM COUNT GENERATOR...
# Compared by the two lines of a race: there is an open pair of them. That malloc and calloc write is no access of the program: who gets that memory by a race has another one, with
# the pointer. Fails if hardly any program races.
heddle=$1 generate=$2 from=$3 count=$4
shift 4
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
echo 'int main(void) { return 0; }' >"$work/empty.c"
for compiler in clang-19 clang gcc none; do
    "$compiler" -fsanitize=thread "$work/empty.c" -o "$work/empty" 2>/dev/null && break
done
[ "$compiler" != none ] || { echo "no compiler has ThreadSanitizer"; exit 77; }
cat >"$work/choices.c" <<'C'
#include <time.h>
_Bool __VERIFIER_nondet_bool(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_nsec >> 6 & 1;
}
C
passed=0 failed=0 races=0 skipped=0
for generator; do
    seed=$from
    while [ "$seed" -lt $((from + count)) ]; do
        "$generate" "$generator" "$seed" >"$work/p.c"
        if "$compiler" -w -g -O0 -fsanitize=thread -pthread "$work/p.c" "$work/choices.c" -o "$work/p" 2>/dev/null; then
            : >"$work/reports"
            for run in 1 2 3; do
                TSAN_OPTIONS=atexit_sleep_ms=20 timeout 5 "$work/p" >>"$work/reports" 2>&1
            done
            "$heddle" verify -v -p race --engine wide --undefined=assume "$work/p.c" >"$work/wide" 2>/dev/null
            wrong=
            for pair in $(awk '/ThreadSanitizer: /{of_race = /data race/; first = ""; wanted = 0}
                    of_race && /^  (Previous )?(atomic )?([Ww]rite|[Rr]ead) of size/{wanted = 1}
                    of_race && wanted && /#0 [cm]alloc/{of_race = 0}
                    of_race && wanted && match($0, /p\.c:[0-9]+/){
                        line = substr($0, RSTART + 4, RLENGTH - 4); wanted = 0
                        if (first == "") first = line; else { print first ":" line; of_race = 0 } }' "$work/reports" | sort -u); do
                a=${pair%:*} b=${pair#*:} races=$((races + 1))
                side="[^;]*p\.c:%d: [a-z]* in [^ ]* by [^;]*"
                one=$(printf "^    $side; $side\$" "$a" "$b") two=$(printf "^    $side; $side\$" "$b" "$a")
                grep -q -e "$one" -e "$two" "$work/wide" || wrong="$wrong $pair"
            done
            if [ -n "$wrong" ]; then
                echo "$generator $seed: wide proves that there is no race of lines$wrong"
                failed=$((failed + 1))
            else
                passed=$((passed + 1))
            fi
        else
            skipped=$((skipped + 1))
        fi
        seed=$((seed + 1))
    done
done
echo "$passed passed, $failed failed, $skipped skipped; $races races"
[ "$failed" = 0 ] && [ "$races" -gt $((passed / 4)) ]

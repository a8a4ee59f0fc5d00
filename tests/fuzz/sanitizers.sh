#!/bin/sh
# The properties memory and overflow against native runs with AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer.
#   sanitizers.sh HEDDLE GENERATE FROM COUNT GENERATOR    lives, lives_together: memory; limits: overflow; lost: memory with --leaks=lost, of lives
# What they report, heddle must not prove absent. Where the program has one run only (all but lives_together), what heddle reports they must
# report, too (but for leaks: a pointer that is over may still lie on the stack). It fails as well if too few programs are decided, or too few have
# anything to report (percent).
# From the environment: KEEP (a folder for programs that fail), SECONDS_EACH (5, for heddle), VERBOSE, CLANG (a compiler that has sanitizers).
set -u
[ $# -eq 5 ] || { echo "usage: sanitizers.sh HEDDLE GENERATE FROM COUNT GENERATOR" >&2; exit 64; }
heddle=$1 generate=$2 from=$3 count=$4 generator=$5 programs=$5 leaks=0
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
case $generator in
limits) property=overflow runs=1 flags=-fsanitize=signed-integer-overflow,integer-divide-by-zero,shift line='runtime error' ;;
*) property=memory runs=1 flags='-fsanitize=address -fwrapv -fno-builtin' line='ERROR: [AL][a-z]*Sanitizer' ;;
esac
[ "$generator" = lives_together ] && runs=5
[ "$generator" = lost ] && programs=lives leaks=1 property='memory --leaks=lost'
export ASAN_OPTIONS=detect_leaks=$leaks:detect_stack_use_after_return=1
# Not every clang comes with what its sanitizers need at run time.
echo 'int main(void) { return 0; }' >"$work/p.c"
for compiler in ${CLANG:-clang-19 clang clang-14 gcc}; do
    "$compiler" -fsanitize=address,undefined "$work/p.c" -o "$work/p" 2>/dev/null && break
    compiler=
done
[ -n "$compiler" ] || { echo "no compiler has sanitizers" >&2; exit 70; }
fine=0 shown=0 unknown=0 failed=0 skipped=0
bad() {
    echo "seed $seed: $1"
    failed=$((failed + 1))
    [ -z "${KEEP:-}" ] || cp "$work/$seed.c" "$KEEP/$generator-$seed.c"
}
# Linking with a sanitizer takes three times as long as compiling a program: all up to $1 become one executable, p, which is told whom to run.
natively() {
    rm -f "$work"/*.c "$work"/*.o
    one=$seed
    while [ "$one" -lt "$1" ]; do
        "$generate" "$programs" "$one" >"$work/$one.c"
        sed "s/^int main(void)/int main_$one(void)/" "$work/$one.c" >"$work/p$one.c"
        echo "PROGRAM($one)"
        one=$((one + 1))
    done >"$work/programs"
    {
        echo '#include <stdlib.h>'
        sed 's/PROGRAM(\(.*\))/int main_\1(void);/' "$work/programs"
        echo 'int main(int argc, char **argv) { switch (atoi(argv[argc - 1])) {'
        sed 's/PROGRAM(\(.*\))/case \1: return main_\1();/' "$work/programs"
        echo '} return 70; }'
    } >"$work/pmain.c"
    (cd "$work" && "$compiler" -w -O0 -c $flags -fno-sanitize-recover=all p*.c && "$compiler" -pthread $flags p*.o -o p) || exit 70
}
seed=$from batch=$from
while [ "$seed" -lt $((from + count)) ]; do
    if [ "$seed" = "$batch" ]; then
        batch=$((seed + 50 < from + count ? seed + 50 : from + count))
        natively "$batch"
    fi
    reported=no odd=no run=0
    while [ $run -lt $runs ] && [ $reported = no ]; do
        timeout 10 "$work/p" "$seed" >"$work/said" 2>&1 || odd=yes
        grep -q "$line" "$work/said" && reported=yes
        run=$((run + 1))
    done
    verdict=$("$heddle" verify --timeout="${SECONDS_EACH:-5}" --property=$property "$work/$seed.c" 2>/dev/null | sed -n 's/^VERDICT: \([A-Z]*\).*/\1/p')
    case $reported-$odd-$verdict in
    yes-*-TRUE) bad "natively $(grep -m 1 -o "$line.*" "$work/said" | head -c 100), heddle says TRUE" ;;
    no-no-FALSE) if [ "$generator" = lives_together ] || [ $leaks = 1 ]; then shown=$((shown + 1)); else bad "natively nothing, heddle says FALSE"; fi ;;
    no-no-TRUE) fine=$((fine + 1)) ;;
    yes-*-FALSE) shown=$((shown + 1)) ;;
    no-yes-*) skipped=$((skipped + 1)) ;;
    *-*-UNKNOWN)
        unknown=$((unknown + 1))
        [ -z "${VERBOSE:-}" ] || echo "seed $seed: UNKNOWN, natively reported: $reported"
        ;;
    *) bad "no verdict" ;;
    esac
    seed=$((seed + 1))
done
echo "$fine fine, $shown reported, $unknown not decided, $failed failed, $skipped skipped"
[ $failed = 0 ] && [ $((fine * 100)) -ge $((count * 10)) ] && [ $((shown * 100)) -ge $((count * 10)) ] && [ $((unknown * 100)) -le $((count * 40)) ]

#!/bin/sh
# Heddle against reality: small programs on the real interfaces, run natively many times with random delays, and verified.
#   reality.sh HEDDLE GENERATE FROM COUNT [SCENARIO | -SCENARIO]...
# What a native run shows (an assertion that fails, a data race that ThreadSanitizer reports, a hang), heddle must not deny; a
# violation that heddle finds must happen on real threads: when it is replayed, or in a native run (replay does not stop inside
# the copy of a struct). Natively there are two builds: native/steps.c
# lets other threads in at each access, for assertions and hangs; the other has ThreadSanitizer.
# It fails as well if too few programs are decided, or if the native runs show too little to be a test (floors, in percent).
# From the environment: GENERATOR (real; sync is of use too), RUNS (native runs of a program, 60), SECONDS_EACH (4, for heddle), KEEP (a folder for programs that fail), VERBOSE.
set -u
[ $# -ge 4 ] || { echo "usage: reality.sh HEDDLE GENERATE FROM COUNT [SCENARIO | -SCENARIO]..." >&2; exit 64; }
heddle=$1 generate=$2 from=$3 count=$4
shift 4
here=$(cd "$(dirname "$0")" && pwd) || exit 70
cc=${CLANG:-clang-19} runs=${RUNS:-60} seconds=${SECONDS_EACH:-4}
decided_floor=65 shown_floor=3
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
for part in run steps c11_threads; do
    "$cc" -O1 -Wall -Wextra -c "$here/native/$part.c" -o "$work/$part.o" || exit 70
done

# The number behind a word in the line that native/run.c prints.
seen() { sed -n "s/.* $1 \([0-9]*\).*/\1/p" "$2"; }

build() {
    "$cc" -w -O0 -fsanitize=thread -fno-strict-aliasing -Dmain=program_main '-DDELAY=native_delay();' -include "$here/native/run.h" \
        -c "$work/p.c" -o "$work/p.o" &&
        "$cc" "$work/p.o" "$work/run.o" "$work/steps.o" "$work/c11_threads.o" -o "$work/steps" -pthread &&
        "$cc" -fsanitize=thread "$work/p.o" "$work/run.o" "$work/c11_threads.o" -o "$work/tsan" -pthread
}

bad() {
    echo "seed $seed: $1"
    failed=$((failed + 1))
    [ -z "${KEEP:-}" ] || cp "$work/p.c" "$KEEP/$seed.c"
}

# How many of so many native runs show a violation of a property.
shown_in() { # RUNS SEED PROPERTY
    case $3 in
    race)
        # ThreadSanitizer takes no notice of fences: it would report what they order.
        if grep -q atomic_thread_fence "$work/p.c"; then echo 0; else
            "$work/tsan" $(($1 / 5)) "$2" free >"$work/seen" && seen raced "$work/seen"
        fi ;;
    reach) "$work/steps" "$1" "$2" >"$work/seen" && seen failed "$work/seen" ;;
    deadlock) "$work/steps" "$1" "$2" >"$work/seen" && seen hung "$work/seen" ;;
    esac
}

# An execution of weaker memory orders is no schedule, and this machine need not show it. There is none if everything is seq_cst.
is_weak() {
    [ ! -e "$work/trace.json" ] && grep -q 'memory_order_[ar]' "$work/p.c" &&
        "$heddle" verify --quiet --property "$property" --timeout "$seconds" --memory-model=sc "$work/p.c" 2>"$work/err" | grep -q 'VERDICT: TRUE'
}

# A schedule that cannot be replayed has to be found by more native runs.
happens() {
    "$heddle" replay --timeout 20 "$work/trace.json" >"$work/replay" 2>&1
    [ $? != 1 ] || return 0
    not_replayed=$((not_replayed + 1))
    [ "$shown" = 0 ] && [ "$(shown_in $((runs * 10)) $((seed + 1)) "$property")" = 0 ] && return 1
    return 0
}

# PROPERTY and how many native runs show a violation of it.
compare() {
    property=$1 shown=$2
    rm -f "$work/trace.json"
    "$heddle" verify --quiet --property "$property" --timeout "$seconds" --trace "$work/trace.json" "$work/p.c" >"$work/out" 2>"$work/err"
    verdict=$(sed -n 's/^VERDICT: \([A-Z]*\).*/\1/p' "$work/out")
    case $verdict in
    TRUE)
        [ "$shown" = 0 ] || bad "$property is TRUE, but was violated in $shown native runs" ;;
    FALSE)
        if is_weak; then weak=$((weak + 1)); else happens; fi || bad "$property is FALSE, but not natively, and its replay says: $(tail -1 "$work/replay")" ;;
    UNKNOWN)
        [ -z "${VERBOSE:-}" ] || echo "seed $seed: $property: $(sed -n 's/^VERDICT: //p' "$work/out")" ;;
    *)
        bad "$property: no verdict: $(tail -1 "$work/err")" ;;
    esac
    [ -z "${VERBOSE:-}" ] || echo "seed $seed: $property $verdict, natively $shown of $runs"
    echo "$property ${verdict:-BROKEN} $([ "$shown" = 0 ] && echo 0 || echo 1)" >>"$work/table"
}

failed=0 not_replayed=0 weak=0 seed=$from
: >"$work/table"
while [ "$seed" -lt $((from + count)) ]; do
    "$generate" "${GENERATOR:-real}" "$seed" "$@" >"$work/p.c"
    if build 2>"$work/error"; then
        failures=$(shown_in "$runs" "$seed" reach)
        hangs=$(seen hung "$work/seen") # of the same runs
        compare reach "$failures"
        compare race "$(shown_in "$runs" "$seed" race)"
        compare deadlock "$hangs"
    else
        bad "does not compile: $(grep -m 1 error "$work/error")"
    fi
    seed=$((seed + 1))
done
awk -v failed="$failed" -v weak="$weak" -v not_replayed="$not_replayed" -v decided_floor="$decided_floor" -v shown_floor="$shown_floor" '
    { n[$1]++; verdict[$1, $2]++; shown[$1] += $3; missed[$1] += $3 && $2 == "UNKNOWN" }
    END {
        for (p in n) {
            printf "%-8s %5d TRUE %5d FALSE %5d UNKNOWN (%d of them violated natively); %d violated natively\n", p, verdict[p, "TRUE"],
                   verdict[p, "FALSE"], verdict[p, "UNKNOWN"], missed[p], shown[p]
            decided = 100 * (verdict[p, "TRUE"] + verdict[p, "FALSE"]) / n[p]
            if (decided < decided_floor) { printf "%s: only %d %% are decided, at least %d %% should be\n", p, decided, decided_floor; low = 1 }
            if (100 * shown[p] / n[p] < shown_floor) { printf "%s: native runs show too little\n", p; low = 1 }
        }
        printf "%d failed; %d violations were not replayed; %d are executions of weaker orders\n", failed, not_replayed, weak
        exit failed || low || !length(n)
    }' "$work/table"

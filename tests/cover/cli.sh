#!/bin/sh
# heddle cover from the outside: last line, exit status, proofs, messages.  usage: cli.sh HEDDLE
heddle=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect STATUS LAST-LINE ARGUMENTS...
expect() {
    status=$1 last=$2
    shift 2
    "$heddle" cover "$@" >"$dir/out" 2>"$dir/err"
    got=$?
    [ $got -eq "$status" ] || fail "cover $*: status $got, expected $status"
    [ "$(tail -n 1 "$dir/out")" = "$last" ] || fail "cover $*: last line '$(tail -n 1 "$dir/out")', expected '$last'"
}

says() { # PATTERN FILE
    grep -q -e "$1" "$dir/$2" || fail "'$1' is not in $2: $(head -n 3 "$dir/$2")"
}

cat >"$dir/lock.tts" <<'X'
# a spin lock: shared 0 is free, 1 is taken; local 0 outside, 1 inside
2 2
0 0 -> 1 1
1 1 -> 0 0
X
cat >"$dir/broken.tts" <<'X'
#init 0/0
#target 1|1,1
2 2
0 0 -> 1 1
1 0 -> 1 1
X
cat >"$dir/counter.spec" <<'X'
vars idle busy lock
rules
idle >= 1, lock >= 1 -> idle' = idle - 1, lock' = lock - 1, busy' = busy + 1;
busy >= 1 -> busy' = 0, idle' = idle + busy - 1, lock' = lock + 1;
init idle >= 1, busy = 0, lock = 1
target busy >= 2
X
cat >"$dir/zero.spec" <<'X'
vars a b c
rules
b = 0, a >= 1 -> a' = a - 1, c' = c + 1;
init a >= 1, b = 1, c = 0
target c >= 1
X

for algorithm in backward cat catopt; do
    for more in --oracle --no-oracle --no-pruning "--candidate-threads=5" --no-reduction --order=oldest; do
        expect 0 "VERDICT: TRUE" "$dir/lock.tts" --init 0/0 --target '1|1,1' --algorithm $algorithm $more
        expect 1 "VERDICT: FALSE" "$dir/lock.tts" --init 0/0 --target '1|1' --algorithm $algorithm $more
        expect 1 "VERDICT: FALSE" "$dir/broken.tts" --algorithm $algorithm $more
        expect 0 "VERDICT: TRUE" "$dir/counter.spec" --algorithm $algorithm $more
    done
    expect 0 "VERDICT: TRUE" "$dir/lock.tts" --init 0/0 --target '1|1,1' --algorithm $algorithm --proof "$dir/proof"
    says "heddle cover proof 1" proof
    expect 0 "VERDICT: TRUE" "$dir/lock.tts" --init 0/0 --target '1|1,1' --check "$dir/proof"
    expect 2 "VERDICT: UNKNOWN ((iii) fails: an initial state is in the set)" "$dir/lock.tts" --init '1|1,1' --target '1|1,1' --check "$dir/proof"
done

expect 1 "VERDICT: FALSE" "$dir/broken.tts"
says "run: start in 0|0,0" out
says "line 4: 1|" out
expect 1 "VERDICT: FALSE" "$dir/broken.tts" --quiet
[ "$(wc -l <"$dir/out")" -eq 1 ] || fail "--quiet prints the verdict alone"
expect 0 "VERDICT: TRUE" "$dir/counter.spec" --stats
says "states expanded" out
expect 0 "VERDICT: TRUE" "$dir/counter.spec" --dot
says "digraph backward" out
says "digraph forward" out
expect 1 "VERDICT: FALSE" "$dir/broken.tts" --json "$dir/json"
says '"verdict": "FALSE"' json
says '"after": "1|' json

# tests for equality: TRUE is still right, and a run must pass the tests
expect 2 "VERDICT: UNKNOWN (a guard tests for equality, which is not monotone)" "$dir/zero.spec"
sed 's/b = 1/b = 0/' "$dir/zero.spec" >"$dir/zero2.spec"
expect 1 "VERDICT: FALSE" "$dir/zero2.spec"

# wrong usage and bad input
expect 64 "" "$dir/lock.tts" --target '1|1,1'
says "expected an initial state" err
expect 64 "" "$dir/lock.tts" --init 0/0
expect 64 "" "$dir/lock.tts" --init 0/0 --target '7|1'
expect 64 "" "$dir/lock.tts" "$dir/broken.tts"
expect 64 "" "$dir/counter.spec" --init 0/0
expect 65 "" "$dir/missing.tts" --init 0/0 --target '1|1'
printf '2 2\n0 0 -> 1\n' >"$dir/bad.tts"
expect 65 "" "$dir/bad.tts" --init 0/0 --target '1|1'
says "bad.tts:2: expected a local state, found the end of the line" err
printf '4000000000 4000000000\n' >"$dir/bad.tts"
expect 65 "" "$dir/bad.tts" --init 0/0 --target '1|1'
expect 65 "" "$dir/lock.tts" --init 0/0 --target '1|1,1' --check "$dir/missing"
printf '1|1,1\n' >"$dir/lock.prop"
expect 0 "VERDICT: TRUE" "$dir/lock.tts" --init 0/0

[ $failures -eq 0 ] && echo "all well"
exit $((failures > 0))

#!/bin/sh
# Compares the stated meaning with reality: every program must compile; one that needs nothing but the C library is run, and where
# heddle is told reach=TRUE no assertion may fail (32-bit programs are run where gcc can link them). They run on one processor, where memory
# is sequentially consistent: lock algorithms made of plain variables rely on that. usage: native.sh [PROGRAM.c...]
cd "$(dirname "$0")" || exit 70
cpu=$(taskset -cp $$ | sed "s/.*: //; s/[,-].*//")
out=$(mktemp -d) || exit 70
trap 'rm -rf "$out"' EXIT
[ $# -gt 0 ] || set -- *.c
compiled=0 ran=0 failed=0
for program; do
    case $(head -n 1 "$program") in *-m32*) bits=-m32 ;; *) bits=-m64 ;; esac
    if ! "${CC:-gcc}" $bits -std=gnu11 -w -pthread -c -o "$out/p.o" "$program"; then
        echo "$program: does not compile"
        failed=$((failed + 1))
        continue
    fi
    compiled=$((compiled + 1))
    case $(head -n 1 "$program") in *--entry*) continue ;; *reach=TRUE*) ;; *) continue ;; esac # main is not what is verified
    case $program in mutex_relock.c) continue ;; esac # blocks for ever, as stated
    grep -q '^__CPROVER_passive_broadcast' "$program" && continue # gcc takes it for a label
    "${CC:-gcc}" $bits -pthread -o "$out/p" "$out/p.o" -latomic -lm 2>/dev/null || continue
    ran=$((ran + 1))
    for round in 1 2 3 4 5; do
        timeout 5 taskset -c "$cpu" "$out/p" >"$out/text" 2>&1
        status=$?
        [ $status -eq 124 ] && break # it waits or works for ever: once is enough
        if grep -q 'Assertion.*failed' "$out/text" || [ $status -eq 139 ]; then
            echo "$program: fails natively (status $status)"
            failed=$((failed + 1))
            break
        fi
    done
done
echo "$compiled compiled, $ran run, $failed failed"
[ $failed -eq 0 ]

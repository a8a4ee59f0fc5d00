#!/bin/sh
# Time of the engine flow over the number of threads, on generated drivers. See README.md.
heddle=${HEDDLE:-build/heddle}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# One closer and n - 1 writers, all of which check that the device is ready; the closer hands a value over to a logger by a flag.
generate() {
    awk -v n="$1" 'BEGIN {
        print "#include <assert.h>\n#include <pthread.h>"
        print "int ready, open_flag, expect, level, data, published;"
        print "static void *closer(void *u) { assert(ready); data = 7; published = 1; expect = 42;"
        print "    if (expect == 42) { assert(ready); level = 1; } else assert(0); return u; }"
        print "static void *logger(void *u) { if (published) { assert(data == 7); } return u; }"
        for (i = 0; i < n - 2; i++)
            printf "static void *writer%d(void *u) { assert(ready); while (level > 1) {} assert(open_flag == 1); level = 1; assert(ready == 1); return u; }\n", i
        print "int main(void) { pthread_t t; ready = 1; open_flag = 1;"
        print "    pthread_create(&t, 0, closer, 0); pthread_create(&t, 0, logger, 0);"
        for (i = 0; i < n - 2; i++)
            printf "    pthread_create(&t, 0, writer%d, 0);\n", i
        print "    pthread_exit(0); }"
    }'
}

for mode in insensitive sensitive constrained full; do
    : >"$folder/points"
    for n in ${SIZES:-10 20 50 100 200 500}; do
        generate "$n" >"$folder/t.c"
        out=$("$heddle" verify --engine flow --interference "$mode" --stats --timeout 120 --domain "${DOMAIN:-values}" ${RAW:+--no-passes} "$folder/t.c" 2>/dev/null)
        ms=$(printf '%s\n' "$out" | awk '/^flow-time:/ {printf "%.2f", $2 / 1000}')
        open=$(printf '%s\n' "$out" | sed -n 's/^checks: .* \([0-9]*\) open$/\1/p')
        [ -n "$ms" ] && [ -n "$open" ] || { echo "$heddle says nothing about $n threads" >&2; exit 1; }
        printf '%-12s %4d threads: %8s ms, %s open\n' "$mode" "$n" "$ms" "$open"
        echo "$n $ms" >>"$folder/points"
    done
    awk -v mode="$mode" '$2 > 0 { x = log($1); y = log($2); n++; sx += x; sy += y; sxx += x * x; sxy += x * y }
        END { printf "%-12s grows with the power %.2f of the number of threads\n", mode, (n > 1 ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : 0) }' "$folder/points"
done

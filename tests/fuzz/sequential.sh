#!/bin/sh
# Sequential programs, compiled and run natively and executed by heddle's interpreter: the results must be the same.
#   sequential.sh HEDDLE GENERATE FROM COUNT [sequential|layout|csmith|floats]
# Programs come from a generator of heddle's own, or from csmith (floats: with floating point). Half of them are compiled for 32 bits,
# where floating point is not exact.
# A program that takes too long natively, or that heddle does not support, is skipped and counted; so is one that reads what heddle
# does not know (--undefined strict). If more than four of ten are skipped, the test fails: it has stopped to be one.
# What csmith makes without any global variable has no result, and is not counted at all.
heddle=$1 generate=$2 from=$3 count=$4 source=${5:-sequential}
work=$(mktemp -d) || exit 70
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0 endless=0 empty=0
seed=$from
while [ "$seed" -lt $((from + count)) ]; do
    bits=$([ $((seed % 2)) = 0 ] && [ "$source" != floats ] && echo 32 || echo 64)
    file=$work/p.c
    if [ "$source" = csmith ] || [ "$source" = floats ]; then
        csmith --seed "$seed" --max-funcs 3 --max-block-depth 2 --max-expr-complexity 4 --max-array-dim 2 --max-array-len-per-dim 4 \
            $([ "$source" = floats ] && echo --float || echo --no-float) --concise > "$file" 2>/dev/null
        include=-I/usr/include/csmith name=crc32_context
    else
        "$generate" "$source" "$seed" > "$file"
        include= name=result
    fi
    if ! gcc -w -O0 -fwrapv -m$bits $include "$file" -o "$work/p" 2>"$work/error"; then
        echo "seed $seed: does not compile: $(head -1 "$work/error")"
        failed=$((failed + 1)) seed=$((seed + 1))
        continue
    fi
    if native=$(timeout 2 "$work/p" 2>/dev/null); then
        case $source in
        csmith | floats) want=$(printf '%s\n' "$native" | sed -n 's/^checksum = \([0-9A-Fa-f]*\).*/\1/p') ;;
        *) want=$native ;;
        esac
        got=$(timeout 60 "$heddle" run --undefined strict -m$bits $include --print $name "$file" 2>/dev/null)
        value=$(printf '%s\n' "$got" | sed -n "s/^$name = \(-\{0,1\}[0-9]*\).*/\1/p")
        if [ $name = crc32_context ] && [ -n "$value" ]; then
            value=$(printf '%X' $(((value ^ 4294967295) & 4294967295)))
        elif [ -n "$value" ]; then
            value=$(printf '%u' "$value")
        fi
        if [ "$value" = "$want" ]; then
            passed=$((passed + 1))
        elif [ "$source$want" = csmith0 ] || [ "$source$want" = floats0 ]; then
            empty=$((empty + 1))
        elif [ -z "$value" ]; then
            skipped=$((skipped + 1))
            [ -n "$VERBOSE" ] && echo "seed $seed (-m$bits): not decided: $(printf '%s\n' "$got" | tail -1)"
        else
            failed=$((failed + 1))
            echo "seed $seed (-m$bits): natively $want, heddle $value"
            [ -n "$KEEP" ] && cp "$file" "$KEEP/$source-$seed.c"
        fi
    else
        endless=$((endless + 1)) skipped=$((skipped + 1))
    fi
    seed=$((seed + 1))
done
[ $((passed * 10)) -ge $(((passed + skipped) * 6)) ] || { echo "too few programs are decided"; failed=$((failed + 1)); }
echo "$passed passed, $failed failed, $skipped skipped ($endless do not end natively), $empty without a result"
[ "$failed" = 0 ]

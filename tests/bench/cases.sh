# Every script of bench/ runs, in a form that takes seconds and needs nothing but this repository: the real inputs are named in the
# README next to each. A script called bench/FOLDER/NAME has a test test_FOLDER_NAME; what it prints is looked at, and so is what
# it does when heddle fails.
# shellcheck shell=sh disable=SC2154

bench=$root/bench
export HEDDLE="$heddle"

# quiet COMMAND...: succeeds; what it prints is in the files out and err.
quiet() { "$@" >out 2>err </dev/null || { status=$?; cat out err; fail "status $status of $1"; }; }
# loud COMMAND...: fails, and says something.
loud() {
    "$@" >out 2>err </dev/null && { cat out err; fail "$* does not notice"; }
    [ -s out ] || [ -s err ] || fail "$1 fails without a word"
}
# A heddle that crashes, and one that says TRUE whatever it is asked.
no_heddle() { printf '#!/bin/sh\nexit 70\n' >crash && chmod +x crash; }
lying_heddle() {
    printf '#!/bin/sh\necho "checks: 1 proved, 0 violated, 0 open"\necho "VERDICT: TRUE"\n' >liar && chmod +x liar
}

task() { # task NAME VERDICT: tasks/NAME.yml, with the program from standard input
    mkdir -p tasks
    cat >"tasks/$1.c"
    printf "format_version: '2.0'\ninput_files: '%s.c'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: %s\noptions:\n  language: C\n  data_model: ILP32\n" "$1" "$2" >"tasks/$1.yml"
}
tasks() {
    task good true <<'X'
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *u) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return u; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(x == 2);
}
X
    task bad false <<'X'
#include <assert.h>
#include <pthread.h>
volatile int x;
static void *add(void *u) { x = x + 1; return u; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    x = x + 1;
    pthread_join(t, 0);
    assert(x == 2);
}
X
}
is_svg() { xmllint --noout "$1" || fail "$1 is not SVG"; }

test_all_have_a_small_form() {
    scripts=$(cd "$bench" && find . -mindepth 2 -maxdepth 2 -type f -perm -u+x | sed 's|^\./||' | sort)
    [ "$(echo "$scripts" | wc -l)" -gt 12 ] || fail "only these scripts found: $scripts"
    for script in $scripts; do
        case $script in
        flanagan/generate.sh | malkis/generate.sh | torture/one) continue ;; # parts of their run scripts
        esac
        name=$(echo "$script" | sed 's|/|_|; s|\.[a-z]*$||')
        grep -q "^test_$name()" "$root/tests/bench/cases.sh" || fail "bench/$script has no test test_$name"
    done
}

test_bounded_run() {
    tasks
    quiet python3 "$bench/bounded/run.py" --heddle "$heddle" --timeout 30 --replay 1 tasks
    says out '^bad +FALSE +FALSE .* replayed 1 of 1$'
    says out '^good +TRUE +TRUE '
    says out '^FALSE: 1 of 1 right'
    says out '^TRUE: 1 of 1 right'
    lying_heddle
    loud python3 "$bench/bounded/run.py" --heddle ./liar tasks
    says out 'WRONG'
    no_heddle
    loud python3 "$bench/bounded/run.py" --heddle ./crash tasks
    loud python3 "$bench/bounded/run.py" --heddle "$heddle" no_such_folder
}

nets() {
    mkdir -p nets
    printf '2 2\n0 0 -> 1 1\n1 1 -> 0 0\n' >nets/lock.tts
    printf '2 2\n0 0 -> 1 1\n1 0 -> 1 1\n' >nets/broken.tts
    printf 'id,file,init,target,verdict\n1,lock.tts,0/0,"1|1,1",safe\n2,broken.tts,0/0,"1|1,1",unsafe\n' >nets/expected.csv
}
test_cover() {
    nets
    quiet "$COVER_BENCH" --limit 10 "$heddle" nets
    for algorithm in 'backward' 'cat\+oracle' 'default'; do says out "^$algorithm +2 of 2 "; done
    sed -i 's/unsafe/safe/' nets/expected.csv
    loud "$COVER_BENCH" --limit 10 --configuration default "$heddle" nets
    nets
    no_heddle
    loud "$COVER_BENCH" --limit 10 --configuration default ./crash nets
    loud "$COVER_BENCH" --limit 10 "$heddle" no_such_folder
}

test_explore_run() {
    export BUILD="$(dirname "$heddle")"
    quiet "$bench/explore/run" peterson:3 dekker:3 lock:3
    [ "$(grep -cE '^(peterson|dekker|lock) +3 +[1-9][0-9]* [|] ' out)" = 3 ] || { cat out; fail "not a line for each model"; }
    loud "$bench/explore/run" no_such_model:3
    BUILD=$PWD loud "$bench/explore/run" lock:3
    mkdir bench
    printf '#!/bin/sh\necho "$1 $2 7 0.1 9 0 FALSE"\n' >bench/explore_models && chmod +x bench/explore_models
    BUILD=$PWD loud "$bench/explore/run" lock:3
}

test_flanagan_run() {
    quiet python3 "$bench/flanagan/run.py" --heddle "$heddle" --timeout 30 --explore-timeout 30 2 3
    says out '^ +3 +TRUE .* TRUE .* TRUE '
    says out '^relative: .* in main for every thread'
    [ "$(wc -l <flanagan.csv)" = 7 ] || fail "flanagan.csv has not a line for each run"
    no_heddle
    loud python3 "$bench/flanagan/run.py" --heddle ./crash 2
}
test_flanagan_plot() {
    quiet python3 "$bench/flanagan/run.py" --heddle "$heddle" --timeout 30 2 4 --ways relative
    quiet python3 "$bench/flanagan/plot.py" flanagan.csv states.svg
    quiet python3 "$bench/flanagan/plot.py" flanagan.csv time.svg seconds
    is_svg states.svg
    is_svg time.svg
    says states.svg '<polyline points="[0-9]'
}

test_kaiser_run() {
    few="$bench/kaiser/programs/01_inc_lock.c $bench/kaiser/programs/37_pthread_bug.c"
    # shellcheck disable=SC2086
    quiet python3 "$bench/kaiser/run.py" --heddle "$heddle" --timeout 60 $few
    says out '^2 of 2 decided, 0 wrong'
    [ "$(wc -l <kaiser.csv)" = 3 ] || fail "kaiser.csv has not a line for each program"
    quiet python3 "$bench/kaiser/run.py" --heddle "$heddle" --timeout 30 --fixed --threads 2 --engines monotone,explore "$bench/kaiser/programs/01_inc_lock.c"
    says out '^explore +2 +1 +1 '
    says out '^01_inc_lock '
    lying_heddle
    loud python3 "$bench/kaiser/run.py" --heddle ./liar "$bench/kaiser/programs/37_pthread_bug.c"
    no_heddle
    loud python3 "$bench/kaiser/run.py" --heddle ./crash "$bench/kaiser/programs/01_inc_lock.c"
}

test_malkis_run() {
    quiet python3 "$bench/malkis/run.py" --heddle "$heddle" --timeout 60 --threads 2 3 --sections 1 2
    says out '^ +3 +[0-9.]+/[0-9.]+ +[0-9.]+/[0-9.]+ '
    [ "$(wc -l <malkis.csv)" = 9 ] || fail "malkis.csv has not a line for each run"
    quiet python3 "$bench/malkis/plot.py" malkis.csv malkis.svg
    is_svg malkis.svg
    quiet python3 "$bench/malkis/run.py" --heddle "$heddle" --timeout 60 --count --threads 20 --sections 3
    says out '^ +20 +[0-9.]+ '
    no_heddle
    loud python3 "$bench/malkis/run.py" --heddle ./crash --threads 2 --sections 1
}
test_malkis_plot() {
    printf 'n,m,exceptions,verdict,seconds,engine,memory,products\n10,1,inferred,TRUE,0.5,0.1,9,3\n20,1,inferred,TRUE,0.9,0.2,9,3\n' >malkis.csv
    quiet python3 "$bench/malkis/plot.py" malkis.csv malkis.svg
    is_svg malkis.svg
    says malkis.svg 'm = 1, inferred'
    loud python3 "$bench/malkis/plot.py" no_such_file.csv malkis.svg
}

test_rudenchik_run() {
    tasks
    TIMEOUT=30 OUT=$PWD/csv REFINERS="default simple" quiet "$bench/rudenchik/run.sh" tasks
    says out '^right TRUE +[01] +1$'
    says out '^wrong +0 +0$'
    says csv/default.csv '^"tasks/good.yml",'
    no_heddle
    HEDDLE=./crash OUT=$PWD/none REFINERS=default loud "$bench/rudenchik/run.sh" tasks
    OUT=$PWD/nothing REFINERS=default loud "$bench/rudenchik/run.sh" no_such_folder
}
test_rudenchik_phases() {
    tasks
    quiet python3 "$bench/rudenchik/phases" tasks/good.c
    says out '^\| good.c \| TRUE \| '
    no_heddle
    HEDDLE=./crash loud python3 "$bench/rudenchik/phases" tasks/good.c
    loud python3 "$bench/rudenchik/phases" no_such_file.c
}

test_svcomp_run() {
    tasks
    rm tasks/bad.yml
    OUT=$PWD/results quiet "$bench/svcomp/run" tasks
    says out '^score: 2$'
    says results/results.csv '^"tasks/good.yml",reach,true,TRUE,right'
    OUT=$PWD/again quiet "$bench/svcomp/run" tasks results/results.csv
    says out '^gained 0, lost 0'
    is_svg again/solved.svg
    sed -i 's/expected_verdict: true/expected_verdict: false/' tasks/good.yml
    OUT=$PWD/wrong loud "$bench/svcomp/run" tasks
    says err 'wrong verdicts'
    no_heddle
    HEDDLE=$PWD/crash OUT=$PWD/none loud "$bench/svcomp/run" tasks
}
test_svcomp_plot() {
    printf 'task,property,expected,verdict,result,engine,cpu_s\n"a,b.yml",reach,true,TRUE,right,flow,0.5\n"c.yml",reach,true,TRUE,right,flow,2.5\n' >x.csv
    quiet "$bench/svcomp/plot" x.svg x.csv
    is_svg x.svg
    loud "$bench/svcomp/plot" y.svg no_such_file.csv
}

test_torture_run() {
    tests=gcc-12/gcc/testsuite/gcc.c-torture/execute
    mkdir -p $tests
    printf 'extern void abort(void); extern void exit(int);\nint f(int x) { return x + 1; }\nint main(void) { if (f(1) != 2) abort(); exit(0); }\n' >$tests/one.c
    printf 'int main(void) { return no_such_name; }\n' >$tests/two.c
    tar -cJf source.tar.xz gcc-12
    SOURCE=$PWD/source.tar.xz OUT=$PWD/results SECONDS_EACH=30 quiet "$bench/torture/run"
    says out '^as they are +1 +1 +0 '
    says out '^end fails +1 +1 +0 '
    says out '^left out: 1: as they are: clang does not compile it$'
    lying_heddle
    HEDDLE=$PWD/liar SOURCE=$PWD/source.tar.xz OUT=$PWD/results loud "$bench/torture/run" one
    no_heddle
    HEDDLE=$PWD/crash SOURCE=$PWD/source.tar.xz OUT=$PWD/results loud "$bench/torture/run" one
}

test_watts_run() {
    tasks
    rm tasks/bad.c
    printf 'name,insensitive,sensitive,constrained,full\ngood,1,1,1,1\n' >tasks/expected.csv
    RUNS=1 quiet "$bench/watts/run.sh" tasks
    says out '^good +1 .*\(1\).*\(1\).*\(1\).*\(1\)'
    says out '^full +1 proved'
    no_heddle
    HEDDLE=./crash RUNS=1 loud "$bench/watts/run.sh" tasks
    RUNS=1 loud "$bench/watts/run.sh" no_such_folder
}
test_watts_threads() {
    SIZES="4 6" quiet "$bench/watts/threads.sh"
    says out '^full +6 threads: +[0-9.]+ ms, 0 open$'
    says out '^full +grows with the power'
    no_heddle
    HEDDLE=./crash SIZES=4 loud "$bench/watts/threads.sh"
}

test_whole_run() {
    cat >racy.c <<'X'
#include <pthread.h>
int x;
static void *add(void *u) { x++; return u; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    x++;
}
X
    quiet "$bench/whole/run" racy.c
    says out '^racy.c +9 .* 0 +3 +0.0 [|] .* 0 +3 +0 +0 +100.0  x$'
    quiet "$bench/whole/run" --growth 10 20
    says out '^ +20 functions: .* 40 proved, 0 open$'
    says out '^grows with the power'
    quiet "$bench/whole/run" --pointers 10 20
    says out '^ +20 structures: '
    says out '^grows with the power'
    no_heddle
    HEDDLE=$PWD/crash loud "$bench/whole/run" racy.c
    lying_heddle
    HEDDLE=$PWD/liar loud "$bench/whole/run" --growth 10
    HEDDLE=$PWD/liar loud "$bench/whole/run" --pointers 10
}

test_variants_run() {
    quiet "$bench/variants/run" --timeout 60 --only 'rounds x2,twice,heap,goto,spin' "$bench/variants/programs/locked_counter.c"
    says out '^\(none\) +1 +1 '
    says out '^all +5 +5 +0 '
    tasks
    quiet "$bench/variants/run" --make made tasks
    for kind in twice struct heap pointer functions idle_thread idle_code; do
        [ -s "made/bad.$kind.c" ] || fail "no variant $kind"
    done
    lying_heddle
    loud "$bench/variants/run" --heddle ./liar --only heap tasks
    says out '^WRONG .none. '
    no_heddle
    loud "$bench/variants/run" --heddle ./crash tasks
    loud "$bench/variants/run" no_such_folder
}

weak_programs() {
    mkdir -p weak
    cat >weak/sb.c <<'X'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
static void *left(void *u) { atomic_store_explicit(&x, 1, memory_order_relaxed); a = atomic_load_explicit(&y, memory_order_relaxed); return u; }
static void *right(void *u) { atomic_store_explicit(&y, 1, memory_order_relaxed); b = atomic_load_explicit(&x, memory_order_relaxed); return u; }
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, left, 0);
    pthread_create(&t[1], 0, right, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(a || b);
}
X
    grep -v 'assert(' weak/sb.c >weak/all.c
    printf 'program,file,reach,race,executions_rc11,executions_sc\nsb,sb.c,F,T,,\nall,all.c,,,4,3\n' >weak/expected.csv
}
test_weak_run() {
    weak_programs
    quiet python3 "$bench/weak/run.py" --heddle "$heddle" weak
    says out '^sb +reach FALSE FALSE +right .* executions$'
    says out '^race: +1 right, 0 wrong, 0 open'
    quiet python3 "$bench/weak/run.py" --heddle "$heddle" --count weak
    says out '^c11: +1 right, 0 wrong'
    says out '^sc: +1 right, 0 wrong'
    sed -i 's/,4,3/,3,3/' weak/expected.csv
    loud python3 "$bench/weak/run.py" --heddle "$heddle" --count weak
    lying_heddle
    loud python3 "$bench/weak/run.py" --heddle ./liar weak
    says out 'WRONG'
    no_heddle
    loud python3 "$bench/weak/run.py" --heddle ./crash weak
}

test_weak_litmus() {
    quiet python3 "$bench/weak/litmus.py" "$heddle" 5 3
    says out '^tests: 5, answers alike: [1-9][0-9]*, different: 0, '
    quiet python3 "$bench/weak/litmus.py" - 1 3 --native
    lying_heddle
    loud python3 "$bench/weak/litmus.py" ./liar 12 3
    says out '^DIFFERENT: c11'
}

test_weak_named() {
    quiet python3 "$bench/weak/named.py" "$heddle" SB-sc SB-rlx
    says out '^SB-sc '
    lying_heddle
    loud python3 "$bench/weak/named.py" ./liar SB-sc SB-rlx
}

test_weak_idioms() {
    quiet python3 "$bench/weak/idioms.py" "$heddle" fences
    says out '^right .* fences +reach +c11 '
    says out '^[1-9][0-9]* right, 0 wrong, '
    lying_heddle
    loud python3 "$bench/weak/idioms.py" ./liar fences
    says out '^WRONG '
    no_heddle
    loud python3 "$bench/weak/idioms.py" ./crash fences
    loud python3 "$bench/weak/idioms.py" "$heddle" no_such_program
}

test_weak_libraries() { # with a header that stands for Concurrency Kit's, and has one of its locks
    mkdir -p headers
    cat >headers/ck_spinlock.h <<'X'
typedef struct { int unused; } ck_spinlock_mcs_context_t;
typedef struct { volatile unsigned taken; } ck_spinlock_fas_t;
#define CK_SPINLOCK_FAS_INITIALIZER {0}
static void ck_spinlock_fas_lock(ck_spinlock_fas_t *l) { while (__atomic_exchange_n(&l->taken, 1, __ATOMIC_SEQ_CST)) continue; }
static void ck_spinlock_fas_unlock(ck_spinlock_fas_t *l) { __atomic_store_n(&l->taken, 0, __ATOMIC_RELEASE); }
X
    quiet python3 "$bench/weak/libraries.py" "$heddle" headers
    says out '^right .* ck_lock +FAS +BROKEN +tso +race +FALSE'
    says out '^[1-9][0-9]* right, 0 wrong, '
    lying_heddle
    loud python3 "$bench/weak/libraries.py" ./liar headers
    says out '^WRONG '
    no_heddle
    loud python3 "$bench/weak/libraries.py" ./crash headers
}

test_parts_run() {
    quiet "$bench/parts/run" --rounds 2 --parts 2 4 --workers 1 1000
    says out '^\| bounded \| sums.c \| 4 \| '
    says out '^\| explore \| inputs.c \| 2 \| '
    no_heddle
    loud env HEDDLE="$PWD/crash" "$bench/parts/run" --rounds 2 --parts 2
}

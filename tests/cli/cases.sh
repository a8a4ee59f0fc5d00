# The cases; run has the words that they are written in. Each starts in an empty folder.
# shellcheck shell=sh disable=SC2154

good_program() { cat >good.c <<'END'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int c;
void *add(void *unused)
{
    pthread_mutex_lock(&m);
    c++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(c == 2);
}
END
}
bad_program() { good_program; sed '/pthread_mutex_\(un\)\?lock/d' good.c >bad.c; }
# It reads what is written meanwhile, and does not mind.
racy_program() { cat >racy.c <<'END'
#include <assert.h>
#include <pthread.h>
int done;
void *f(void *x) { done = 1; return 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int d = done;
    assert(d <= 1);
    pthread_join(t, 0);
    return 0;
}
END
}
# Three counters that take all their values in all combinations: a state space that nobody finishes.
endless_program() { cat >endless.c <<'END'
#include <assert.h>
#include <pthread.h>
int a, b, c;
void *f(void *x) { for (;;) { a += 3; if (b == 77777) c = a; } }
void *g(void *x) { for (;;) { b += 5; if (a == c + 12345) b ^= c; } }
void *h(void *x) { for (;;) { c += 7; if (b == a) c++; } }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    pthread_create(&t, 0, h, 0);
    for (;;)
        assert(a != 1 || b != 2 || c != 3 || a != b);
}
END
}

# --- bad input ---

test_missing_file() { refuses 65 'nowhere.c' verify nowhere.c; }
test_missing_second_file() { good_program; refuses 65 'nowhere.c' verify good.c nowhere.c; }
test_does_not_compile() {
    echo 'int main(void) { return oops }' >x.c
    refuses 65 'x.c' verify x.c
    says err 'x.c:1:[0-9]+: error'
}
test_no_main() { echo 'int f(void) { return 1; }' >x.c; refuses 65 'main' verify x.c; }
# locked_functions N FIRST: N functions with a variable and a lock each, called by two threads; main begins with FIRST.
locked_functions() {
    echo '#include <pthread.h>' >functions.c
    i=0
    while [ $i -lt "$1" ]; do
        echo "static pthread_mutex_t m$i; static int v$i; static void f$i(int k) {"
        echo "pthread_mutex_lock(&m$i); v$i += k; if (v$i > 10) v$i = 0; pthread_mutex_unlock(&m$i); }"
        i=$((i + 1))
    done >>functions.c
    cat functions.c
    echo 'static void *work(void *a) {'
    sed -n 's/.*void \(f[0-9]*\)(int.*/\1(3);/p' functions.c
    echo "return a; } int main(void) { pthread_t a, b; $2"
    echo 'pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0); }'
}
test_large_program() { # far too large for engines that see every call inlined
    locked_functions 1200 >x.c
    decides TRUE 0 race --undefined=assume -t 60 x.c
    sed '/v700 += k/s/pthread_mutex_[un]*lock(&m700);//g' x.c >bug.c
    run_heddle race --undefined=assume -t 10 bug.c # open, or violated if there is time to find that
    case $status in 1|2) ;; *) fail "status $status" ;; esac
    says out '^v700: 0 pairs proved, .* open'
}
test_made_elsewhere() { # what comes behind is looked at, as long as nobody takes the answer for a TRUE or a FALSE
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
struct job { int number; struct job *next; };
struct job *job_new(size_t size);
void job_end(struct job *j);
static struct job *head;
static int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *a)
{
    struct job *j = job_new(sizeof *j);
    pthread_mutex_lock(&m);
    j->next = head;
    head = j;
    count++;
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    if (head) {
        struct job *j = head;
        head = j->next;
        assert(count > 0 + WRONG);
        job_end(j);
    }
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
END
    decides UNKNOWN 2 verify -DWRONG=0 -t 10 x.c
    says out '^checks: 1 proved, 0 violated, 0 open'
    says out "call of 'job_end'.*call of 'job_new'"
    decides UNKNOWN 2 verify -DWRONG=1 -t 4 x.c
    says out '^checks: 0 proved, 0 violated, 1 open'
    run_heddle verify --property=reach,race -DWRONG=0 -t 6 x.c
    expect_status 2
    says_not err 'internal error'
}
test_survey_outlasts_engines() { # nobody else gets past numbers of that kind
    locked_functions 100 'volatile int seen = 0; __float128 wide = seen; seen = (int)(wide * wide); __asm__ volatile("fnop" : "+m"(seen));' >x.c
    decides UNKNOWN 2 race --undefined=assume -t 10 x.c
    says out '^checks: [1-9][0-9]* proved'
    says out 'the others: '
    run_heddle race --undefined=assume -t 10 --json j --html h.html x.c
    expect_status 2
    says out '^checks: [1-9][0-9]* proved'
    says j '"verdict"'
    says h.html 'Shared variables and what protects them'
}
test_entry_own_arguments() {
    echo 'void add(int *n) { ++*n; }' >x.c
    decides TRUE 0 race --undefined=assume --entry add --entry 'add*' x.c
    says out 'note: there are no two accesses'
    says out 'note: each --entry has arguments of its own'
}
test_entry_unknown() { echo 'int f(void) { return 1; }' >x.c; refuses 65 'no function g' verify --entry g x.c; }
test_entry_not_replayed() {
    echo 'int f(void) { return 1; }' >x.c
    refuses 64 'no main' verify --entry f --trace t.json x.c
}
test_empty_file() { : >x.c; refuses 65 'main' verify x.c; }
test_binary_as_c() { head -c 5000 "$heddle" >x.c; refuses 65 'x.c' verify x.c; }
test_binary_as_bitcode() { head -c 5000 "$heddle" >x.bc; refuses 65 'x.bc' verify x.bc; }
test_cut_off_bitcode() { printf 'BC\300\336junk that is no bitcode' >x.bc; refuses 65 'x.bc' verify x.bc; }
test_garbage_as_assembly() { echo 'define nonsense' >x.ll; refuses 65 'x.ll' verify x.ll; }
test_unknown_kind_of_file() { good_program; cp good.c good.pdf; refuses 65 'good.pdf' verify good.pdf; }
test_folder_as_file() { mkdir x.c; refuses 65 'x.c' verify x.c; }
test_unreadable_file() {
    good_program
    chmod 000 good.c
    [ -r good.c ] && return 0 # root reads everything
    refuses 65 'good.c' verify good.c
}
test_ten_megabyte_line() {
    head -c 10000000 /dev/zero | tr '\0' a >x.c
    refuses 65 'x.c' verify x.c
    { printf 'int main(void) { return 0; } /* '; head -c 10000000 /dev/zero | tr '\0' a; echo ' */'; } >y.c
    decides TRUE 0 verify y.c
}
test_deep_nesting() {
    { printf 'int main(void) { return '; head -c 100000 /dev/zero | tr '\0' '('; } >x.c
    refuses 65 'x.c' verify x.c
}
test_clang_missing() { good_program; refuses 65 'no-such-clang' verify --clang=no-such-clang good.c; }
test_show_bad_input() { refuses 65 'nowhere.c' show nowhere.c; echo 'int' >x.c; refuses 65 'x.c' show --summary x.c; }
test_run_bad_input() { refuses 65 'nowhere.c' run nowhere.c; }

# --- wrong usage ---

test_no_command() { refuses 64 'no command'; }
test_unknown_command() { refuses 64 "did you mean 'verify'" verfy x.c; }
test_file_without_command() { good_program; refuses 64 "unknown command 'good.c'" good.c; }
test_no_file() { for c in verify show suite run cover; do refuses 64 'needs a file' $c; done; }
test_unknown_option() { good_program; refuses 64 "did you mean '--timeout'" verify --timout=3 good.c; }
test_option_of_another_command() { good_program; refuses 64 "not an option of 'verify'" verify --csv=x good.c; }
test_unknown_property() { good_program; refuses 64 'reach\|race' verify --property=beauty good.c; }
test_unknown_engine() {
    good_program
    refuses 64 "option '--engine' needs one of auto.*, not 'steam'" verify --engine=steam good.c
    for engine in "$root"/src/engines/*/; do says err "[|]$(basename "$engine")[|,]"; done
}
test_unknown_pass() { good_program; for c in verify show; do refuses 64 "unknown pass 'nope' \(known: sharing" $c --without-pass nope good.c; done; }
test_bad_number() { good_program; refuses 64 'needs a number' verify --timeout=soon good.c; }
test_two_commands() { good_program; refuses 65 "show" verify show good.c; }
test_unwritable_output() {
    good_program
    refuses 65 'nowhere/x.json' verify --json=nowhere/x.json good.c
    refuses 65 'nowhere/x.trace' verify --trace=nowhere/x.trace good.c
}
test_full_disk() {
    good_program
    [ -e /dev/full ] || return 0
    "$heddle" verify good.c >/dev/full 2>err
    [ $? = 70 ] || fail "status when standard output is full"
    says err 'cannot write'
    "$heddle" help >/dev/full 2>err
    [ $? = 70 ] || fail "status of help when standard output is full"
    says err 'cannot write'
    "$heddle" help >&- 2>err
    [ $? = 70 ] || fail "status of help when standard output is closed"
    says err 'cannot write'
}

# --- suite ---

task() { # task NAME FILE VERDICT
    printf "format_version: '2.0'\ninput_files: '%s'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: %s\noptions:\n  language: C\n  data_model: LP64\n" \
        "$2" "$3" >"$1"
}
test_not_a_task() {
    echo 'colour: blue' >x.yml
    refuses 65 'x.yml: not a verification task' suite x.yml
    printf 'a: [1\nb: }' >x.yml
    refuses 65 'x.yml' suite x.yml
    head -c 100000 /dev/zero | tr '\0' '[' >x.yml
    refuses 65 'x.yml:1: more than 100 lists' suite x.yml
    printf -- '- 1\n- 2\n' >x.yml
    refuses 65 'x.yml' suite x.yml
    printf "format_version: '1.0'\n" >x.yml
    refuses 65 'x.yml' suite x.yml
    : >x.yml
    refuses 65 'x.yml' suite x.yml
    mkdir tasks
    refuses 65 'tasks' suite tasks
    refuses 65 'gone.yml' suite gone.yml
}
test_suite() {
    good_program
    bad_program
    mkdir -p tasks/a tasks/b
    cp good.c bad.c tasks/a
    cp good.c tasks/b
    task tasks/a/1.yml good.c true
    task tasks/a/2.yml bad.c false
    task tasks/b/3.yml good.c false # heddle finds it true: counted as wrong
    task tasks/b/4.yml missing.c true
    run_heddle suite -j2 --timeout 60 --csv=x.csv --logs=made/logs tasks
    expect_status 1
    says made/logs/tasks_a_1.yml.reach.log "^VERDICT: TRUE"
    says out '^right +TRUE .* tasks/a/1.yml$'
    says out '^right +FALSE .* tasks/a/2.yml$'
    says out '^WRONG +TRUE .* tasks/b/3.yml$'
    says out '^ERROR +ERROR .* tasks/b/4.yml'
    says out '^tasks/a +2 +2 +1 +1 +0 +0 +0 '
    says out '^tasks/b +2 +0 +0 +0 +1 +0 +1 '
    says out '^all +4 +2 +1 +1 +1 +0 +1 '
    says out '^score: -29$'
    [ "$(wc -l <x.csv)" = 5 ] || fail "lines of the CSV"
    says x.csv '^"tasks/a/2.yml",reach,false,FALSE,right,'
    run_heddle suite --timeout 60 tasks/a
    expect_status 0
    refuses 65 'nowhere' suite --csv=nowhere/x.csv tasks
}

# Results are kept by content: a second run takes them, a file that has changed is verified again.
test_suite_results() {
    good_program
    bad_program
    mkdir tasks
    cp good.c bad.c tasks
    task tasks/1.yml good.c true
    task tasks/2.yml bad.c false
    run_heddle suite -v --timeout 60 --results=kept --csv=1.csv tasks
    expect_status 0
    says_not err 'results are in'
    [ "$(ls kept/*.result | wc -l)" = 2 ] || fail "two results should be kept"
    run_heddle suite -v --timeout 60 --results=kept --csv=2.csv tasks
    expect_status 0
    says err '2 of 2 results are in .*/kept already'
    cmp 1.csv 2.csv || fail "a result that was kept is another one"
    cp bad.c tasks/good.c
    run_heddle suite -v --timeout 60 --results=kept tasks
    expect_status 1
    says err '1 of 2 results are in'
    says out '^WRONG +FALSE .*tasks/1.yml'
    : >file
    refuses 65 'cannot make the folder' suite --results=file/x tasks
    refuses 65 'cannot use the folder file: Not a directory' suite --results=file tasks
}
test_no_slurm() {
    good_program
    task 1.yml good.c true
    PATH=/nowhere "$heddle" suite --on=slurm 1.yml >out 2>err
    [ $? = 65 ] || fail "status without Slurm"
    says err '^heddle: error: Slurm: its programs are not here \(No such file or directory\)$'
    refuses 64 "option '--on' needs one of" suite --on=mars 1.yml
}
# What nodes are given: heddle's own files and no others, and nothing but verify.
test_work_files() {
    refuses 65 'cannot read gone' work gone
    echo x >x
    refuses 65 'not a file of works' work x
    printf 'heddle work 1\n0123\n' >x
    refuses 65 'another build' work x
    refuses 64 'one file' work x x
}

# --- verdicts ---

test_true() { good_program; decides TRUE 0 verify good.c; says out '^checks: 1 proved, 0 violated, 0 open$'; }
test_false() {
    bad_program
    decides FALSE 1 verify bad.c
    says out "^bad.c:[0-9]+:[0-9]+: error: assertion 'c == 2' can fail \[reach\]$"
    says out '^bad.c:[0-9]+:[0-9]+: note: +add#1 +\| c\+\+; .*reads c = 0'
    says out '^bad.c:[0-9]+:[0-9]+: note: +add#2 +\| c\+\+; .*c = 1'
    says out '^bad.c:[0-9]+:[0-9]+: note: +main +\| pthread_create.*starts add#1'
}
test_many_checks() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *unused) { x = x + 1; return 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    assert(x <= 1);
    assert(x == 0);
    pthread_join(t, 0);
    assert(x == 1);
}
END
    decides FALSE 1 verify x.c
    says out '^checks: 2 proved, 1 violated, 0 open$'
    says out "^violated +x.c:10:.*assertion 'x == 0'"
    says out "^proved +x.c:12:.*assertion 'x == 1'"
}
test_deadlock() {
    cp "$root/tests/programs/deadlock_abba.c" x.c
    decides FALSE 1 verify --property=deadlock x.c
    says out '^x.c:12:5: error: deadlock can happen \[deadlock\]$'
    says out '^x.c:12:5: note: first is blocked here: waits for b, which second holds$'
    says out '^x.c:34:5: note: main is blocked here: waits for the end of first$'
    for engine in bounded modular cartesian flow; do # what cannot see deadlocks must not deny them
        run_heddle verify --property=deadlock --engine=$engine --timeout=10 x.c
        says_not out 'VERDICT: TRUE'
    done
}
# Colours where it is a terminal, unless the user wants none; a status line with the time and its limit.
test_colours() {
    bad_program
    run_heddle verify bad.c
    says_not out "$(printf '\033')"
    run_heddle verify --color=always bad.c
    says out "$(printf '^\033\\[1;31mVERDICT: FALSE\033\\[0m$')"
    says out "$(printf '^\033\\[1mbad.c:[0-9:]+\033\\[0m \033\\[1;31merror:\033\\[0m assertion')"
    run_heddle verify --color=always --json=- bad.c
    says_not out "$(printf '\033')"
    TERM=xterm script -qec "$heddle verify --timeout=60 bad.c" /dev/null >out </dev/null
    says out "$(printf '\033\\[1;31mVERDICT: FALSE')"
    says out '[0-9]+ s of 60 s: '
    TERM=xterm NO_COLOR=1 script -qec "$heddle verify bad.c" /dev/null >out </dev/null
    says out '^VERDICT: FALSE'
    says_not out "$(printf '\033\\[1;31m')"
    TERM=dumb script -qec "$heddle verify bad.c" /dev/null >out </dev/null
    says out '^VERDICT: FALSE'
    says_not out "$(printf '\033')"
}
# An answer is taken from the cache if nothing has changed that it could depend on: then the report is the same, byte by byte, its time included.
asks() { # asks FILE: the report is in FILE; hits and misses compare it with the one before
    run_heddle verify --cache=kept --json="$1" x.c
    expect_status 1
    tail -n 1 out >last
    says last '^VERDICT: FALSE$'
}
hits() { asks new.json; cmp -s old.json new.json || fail "not from the cache: $1"; }
misses() { asks new.json; cmp -s old.json new.json && fail "an old answer: $1"; mv new.json old.json; }
test_cache() {
    bad_program
    { echo '#include "x.h"'; cat bad.c; } >x.c
    echo '#define UNUSED 1' >x.h
    asks old.json
    hits "the same again"
    echo '/* a comment */' >>x.h
    misses "a comment in a header, which reports show"
    hits "the same again"
    echo '#define more 1' >>x.h
    misses "a macro in a header"
    mkdir first
    echo 'int first;' >first/x.h
    run_heddle verify --cache=kept --json=new.json -Ifirst x.c
    cmp -s old.json new.json && fail "another folder of headers"
    hits "the header of before"
    entry=$(ls -t kept | tail -n 1)
    for file in kept/*; do cp "kept/$entry" "$file" 2>/dev/null; done
    misses "an entry of another program"
    for file in kept/*; do printf x >>"$file"; done
    misses "a damaged entry"
    for file in kept/*; do : >"$file"; done
    misses "an empty entry"
    chmod go+w kept
    run_heddle verify --cache=kept --json=new.json x.c
    cmp -s old.json new.json && fail "a cache that others can write to is used"
    says err 'warning: the cache kept is not used'
    run_heddle verify --cache=x.c/no x.c
    expect_status 1
    [ "$(grep -c 'warning: cannot use the cache x.c/no' err)" = 1 ] || { cat err; fail "a warning twice, or not at all"; }
}
# A file that changes while it is verified: the answer is for nobody.
# What was not used for longest goes; what is no answer stays.
test_cache_size() {
    bad_program
    mkdir -m 700 kept
    for i in 1 2 3; do head -c 400000 /dev/zero >kept/$(printf %064d $i); done
    touch -d '2001-01-01' kept/$(printf %064d 2)
    echo mine >kept/notes
    decides FALSE 1 verify --cache=kept --cache-size=1 bad.c
    [ ! -e kept/$(printf %064d 2) ] || fail "the oldest is still there"
    [ -e kept/notes ] || fail "notes are gone"
    [ "$(du -bs kept | cut -f1)" -lt 1048576 ] || fail "it is still too large"
    decides FALSE 1 verify --cache=kept --cache-size=1 bad.c
}
answers() { ls kept | grep -vc '\.engines$'; } # of whole runs
test_cache_of_what_changes() {
    bad_program
    mv bad.c x.c
    cat >clang <<'END'
#!/bin/sh
case " $* " in *" -E "*) ;; *) echo '/* changed */' >>x.c ;; esac
exec clang-19 "$@"
END
    chmod +x clang
    run_heddle verify --clang=./clang --cache=kept x.c
    expect_status 1
    [ "$(answers)" = 0 ] || fail "an answer about which text?"
}
# What engines said about a program counts for whatever has the same program: lines that moved, functions that nobody calls, another property. Reports speak of the new lines, and a
# change of what the program does is another program.
test_cache_of_engines() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int c, sum;
static int twice(int x) { return x + x; }
void *f(void *p)
{
    pthread_mutex_lock(&m);
    c++;
    pthread_mutex_unlock(&m);
    sum = twice(3);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(c == 2);
}
END
    again='has been asked the same before$'
    cp x.c first.c
    decides TRUE 0 verify --cache=kept x.c
    sed 's/^int main/\nstatic int unused(int x) { return x * 3; }\n\nint main/; s/c++;/c++; \/\/ counts/' first.c >x.c
    decides TRUE 0 verify --cache=kept -v x.c
    says err "$again"
    sed 's/c++/c += 2/' first.c >x.c # no other answer
    run_heddle verify --cache=kept -v x.c
    expect_status 1
    says_not err "$again"
    says out '^x.c:21:.* assertion .c == 2.'
    sed 's/c++/c += 2/; s/^int c/\n\n&/' first.c >x.c
    run_heddle verify --cache=kept -v --sarif=x.sarif x.c
    expect_status 1
    says err "$again"
    says out '^x.c:23:.* assertion .c == 2.'
    says x.sarif "x.c"
    # Races do not depend on what twice computes, but on who writes where.
    cp first.c x.c
    decides FALSE 1 race --cache=kept x.c
    sed 's/return x + x/return 2 * x + 1/' first.c >x.c
    decides FALSE 1 race --cache=kept -v x.c
    says err "$again"
    sed 's/sum = twice(3)/(void)twice(3)/' first.c >x.c
    decides TRUE 0 race --cache=kept -v x.c
    says_not err "$again"
    for file in kept/*.engines; do printf x >>"$file"; done
    sed 's/return x + x/return 2 * x + 2/' first.c >x.c
    decides FALSE 1 race --cache=kept -v x.c
    says_not err "$again"
}
# A function that engines see has changed: checks that it cannot matter for are not asked again. What it does matter for is, also if it did not before; so is everything where
# something is not covered, and where proofs are shown.
test_cache_of_checks() {
    cat >first.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int balance = 10, taken, sent;
void *bank(void *p)
{
    pthread_mutex_lock(&m);
    balance -= 2;
    taken += 2;
    assert(balance + taken == 10);
    pthread_mutex_unlock(&m);
    return p;
}
void *post(void *p)
{
    pthread_mutex_lock(&n);
    sent++;
    assert(sent <= 2);
    pthread_mutex_unlock(&n);
    return p;
}
int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, 0, bank, 0);
    pthread_create(&b, 0, bank, 0);
    pthread_create(&c, 0, post, 0);
    post(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(sent == 2);
    assert(taken == 4);
}
END
    again='checks were proved before, where all that matters for them was the same$'
    cp first.c x.c
    decides TRUE 0 verify --cache=kept -v x.c
    says_not err "$again"
    sed 's/sent++;/sent = 1 + sent, sent += 0 * balance;/' first.c >x.c
    decides TRUE 0 verify --cache=kept --json=x.json -v x.c
    says_not err "$again"
    sed 's/sent++;/if (sent < 5) sent++;/' first.c >x.c
    decides TRUE 0 verify --cache=kept -v x.c
    says err "1 of 5 $again"
    sed 's/sent++;/sent += 2;/' first.c >x.c
    decides FALSE 1 verify --cache=kept -v x.c
    says err "1 of 5 $again"
    says out '^x.c:19:.* assertion .sent <= 2. can fail'
    says_not out "balance.* can fail"
    sed 's/sent++;/sent++, balance--;/' first.c >x.c
    decides FALSE 1 verify --cache=kept -v x.c
    says out '^x.c:11:.* assertion .balance.* can fail'
    sed 's/sent++;/sent++, time(0) == 77 ? longjmp_by(sent) : 0;/; s/^int balance/int longjmp_by(int);\n&/' first.c >x.c
    decides UNKNOWN 2 verify --cache=kept --timeout=2 -v x.c
    cp first.c x.c # what a run of another question knows is its own
    run_heddle verify --cache=kept -v --memory-model=tso x.c
    says_not err "$again"
}
# What was not decided is asked again; a report that is not asked for the second time is not written, and one of another name is.
test_cache_of_reports() {
    racy_program
    decides FALSE 1 race --cache=kept --trace=a.txt racy.c
    rm a.txt
    decides FALSE 1 race --cache=kept --trace=b.txt racy.c
    [ -s b.txt ] && [ ! -e a.txt ] || fail "the files of the second run"
    [ "$(answers)" = 1 ] || fail "the name of an output matters"
    HEDDLE_CACHE=kept run_heddle race --trace=- racy.c
    says_not out VERDICT
    HEDDLE_CACHE=kept run_heddle race --trace=- racy.c
    says_not out VERDICT
    [ "$(answers)" = 2 ] || fail "what is asked on standard output"
    endless_program
    decides UNKNOWN 2 verify --cache=kept --engine=explore --timeout=1 endless.c
    [ "$(answers)" = 2 ] || fail "an answer that is none was kept"
}
test_deadlock_of_some() { # who is not stuck is not named
    cp "$root/tests/programs/deadlock_partial.c" x.c
    decides FALSE 1 verify --property=deadlock x.c
    says out 'note: second is blocked here: waits for a, which first holds$'
    says_not out 'main is blocked'
    run_heddle verify --property=deadlock --trace=t.json x.c
    run_heddle replay t.json
    says out 'none of them can go on: a deadlock'
    expect_status 1
}
test_quiet() { bad_program; decides FALSE 1 verify --quiet bad.c; [ "$(wc -l <out)" = 2 ] || fail "more than two lines"; }
test_statistics() { good_program; decides TRUE 0 verify --stats good.c; says out '^load-time: [0-9.]+ s$'; says out '^engine-time: '; }
test_without_passes() { good_program; bad_program; decides TRUE 0 verify --no-passes good.c; decides FALSE 1 verify --no-passes bad.c; }
test_trace_file() { bad_program; decides FALSE 1 verify --trace=x.trace bad.c; says x.trace 'bad.c:[0-9:]+.*c = 1'; }
# A program on standard input, whose headers are where heddle runs; nothing is left behind.
test_standard_input() {
    good_program
    bad_program
    mkdir tmp
    echo 'int from_header;' >own.h
    { echo '#include "own.h"'; cat bad.c; } >both.c
    TMPDIR=$PWD/tmp "$heddle" verify --json=x.json --sarif=x.sarif --html=x.html --witness=x.yml - <both.c >out 2>err
    status=$?
    expect_status 1
    for file in x.json x.sarif x.html x.yml; do says_not $file "$PWD/tmp"; done
    says x.html '"file":"[^"]*stdin>","lines":.*assert'
    says x.yml "\"<stdin>\": \"$(sha256sum <both.c | cut -d ' ' -f 1)\""
    says out '^<stdin>:[0-9]+:[0-9]+: error: '
    says out '^<stdin>:[0-9]+:[0-9]+: note: .* [|] assert\(.*[|] .*fails$'
    [ -z "$(ls tmp)" ] || fail "something is left in tmp"
    "$heddle" verify - <good.c >out 2>err
    status=$?
    expect_status 0
    echo 'int x;' | "$heddle" verify - >out 2>err
    says err '^heddle: error: <stdin>: no function main .--entry=FUNCTION verifies a library.$'
    "$heddle" verify - - <good.c >out 2>err
    status=$?
    expect_status 64
}
test_help_of_a_command() {
    run_heddle help
    expect_status 0
    says out '^  verify '
    run_heddle help verify
    expect_status 0
    says out '^Usage: heddle verify'
    refuses 64 'unknown command' help nonsense
}
test_fraction_of_a_second() {
    endless_program
    begin=$(date +%s%N)
    decides UNKNOWN 2 verify --engine=explore --timeout=0.5 endless.c
    [ $(($(date +%s%N) - begin)) -lt 4000000000 ] || fail "half a second takes very long"
    says last 'time limit'
}
# Equal rows of the table are one; a row says what is so.
test_table_of_checks() {
    cat >x.c <<'END'
#include <pthread.h>
static int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *p) { pthread_mutex_lock(&m); a++; pthread_mutex_unlock(&m); b = 1; return p; }
int main(void)
{
    pthread_t u;
    pthread_create(&u, 0, t, 0);
    pthread_mutex_lock(&m);
    a++;
    pthread_mutex_unlock(&m);
    b = 2;
    return 0;
}
END
    decides FALSE 1 race x.c
    says out "^proved +x.c:10:[0-9]+ +no race on 'a' in main .*, 3 times, with line 4$"
    says out "^violated +x.c:12:[0-9]+ +race on 'b', with line [0-9]+ in main"
}
# Without a violated check there is no schedule: no file, neither an empty one nor one of an earlier run.
test_trace_of_nothing() {
    good_program
    for file in x.trace x.json; do
        echo old >$file
        decides TRUE 0 verify --trace=$file good.c
        [ ! -e $file ] || fail "--trace=$file left a file without a schedule"
    done
}

# --- schedules for people ---
test_schedule_columns() {
    decides FALSE 1 verify --schedule=columns "$root/tests/programs/mutex_different.c"
    says out '^ +main +\| thread#[12] +\| thread#[12]$'
    says out '^ +13 +\| .*count\+\+;'
    says out '^ +25 +assert\(count == 2\);'
    [ "$(awk '/\|/ { if (length > most) most = length } END { print most }' out)" -le 110 ] || fail "a table that is too wide"
    decides FALSE 1 verify "$root/tests/programs/mutex_different.c" # not a terminal: a list
    says out ': note: +main +\| pthread_join'
}
test_schedule_too_many_threads() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
int c;
void *t(void *a) { c++; return a; }
int main(void)
{
    pthread_t id[5];
    for (int i = 0; i < 5; i++) pthread_create(&id[i], 0, t, 0);
    for (int i = 0; i < 5; i++) pthread_join(id[i], 0);
    assert(c != 5);
    return 0;
}
END
    decides FALSE 1 verify --schedule=columns x.c # six columns do not fit: a list
    says out ': note: +t#5 +\| '
}
test_schedule_is_short() { # one interruption is enough, whoever finds it
    for engine in explore bounded; do
        decides FALSE 1 verify --engine=$engine "$root/tests/programs/mutex_different.c"
        switches=$(sed -n 's/.*: note: *\([a-z#0-9]*\) *|.*/\1/p' out | uniq | wc -l)
        [ "$switches" -le 5 ] || fail "$engine: $switches turns"
    done
}
test_schedule_of_constants() { # what always has one value is shown as it is, though engines need not look at it
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
int limit, table[3], sum;
void *t(void *a)
{
    int k = limit;
    sum += k;
    sum += table[2];
    return a;
}
int main(void)
{
    pthread_t u, v;
    limit = 2;
    table[2] = 7;
    pthread_create(&u, 0, t, 0);
    pthread_create(&v, 0, t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
    assert(sum != 18);
    return 0;
}
END
    for property in reach race; do
        decides FALSE 1 verify --property=$property x.c
        says out ':14:[0-9]+: note: +main +\| .*\| limit = 2$'
        says out ':15:[0-9]+: note: +main +\| .*\| table\[2\] = 7$'
        says out ':6:[0-9]+: note: +t#[12] +\| .*\| reads limit = 2$'
        says_not out 'reads limit = 0|reads table\[2\] = 0'
    done
}
test_schedule_of_bytes() { # memory that is kept byte by byte, since a string is copied into it, holds values all the same
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
enum mode { OFF, ON };
struct config { char host[12]; unsigned port; double timeout; enum mode mode; struct config *next; };
static struct config *c;
static void *t(void *a)
{
    c->port++;
    return a;
}
int main(void)
{
    pthread_t u;
    c = calloc(1, sizeof *c);
    char *bytes = (char *)c;
    for (unsigned i = 0; i < 3; i++)
        bytes[i] = 'a';
    c->port = 8080;
    c->timeout = 1.5;
    c->mode = ON;
    c->next = c;
    pthread_create(&u, 0, t, 0);
    pthread_join(u, 0);
    assert(c->port == 8080);
    return 0;
}
END
    decides FALSE 1 verify x.c
    says out ':20:[0-9]+: note: +main .*malloc@16.port = 8080$'
    says out ':21:[0-9]+: note: +main .*malloc@16.timeout = 1.5$'
    says out ':22:[0-9]+: note: +main .*malloc@16.mode = ON$'
    says out ':23:[0-9]+: note: +main .*malloc@16.next = &malloc@16$'
    says out ':10:[0-9]+: note: +t .*reads malloc@16.port = 8080, malloc@16.port = 8081$'
    says out 'main finds .*malloc@16.port = 8081, written by t at line 10'
}
# An assertion about a thread's own variables: what they hold, and not what happened to be read last.
test_schedule_of_own_variables() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t filled;
static int item[2];
static void *t(void *a)
{
    item[0] = 3;
    sem_post(&filled);
    item[1] = 4;
    sem_post(&filled);
    return a;
}
int main(void)
{
    pthread_t u;
    int sum = 0;
    sem_init(&filled, 0, 0);
    pthread_create(&u, 0, t, 0);
    sem_wait(&filled);
    sum = item[0] + item[1];
    sem_wait(&filled);
    pthread_join(u, 0);
    assert(sum == 7);
    return 0;
}
END
    decides FALSE 1 verify x.c
    says out 'note: +main .*\| sem_wait\(&filled\); +\| reads filled = [12], filled = [01]$'
    says out 'main finds item\[0\] = 3, written by t at line 8, and item\[1\] = 0, as it was at the start'
    sed 's/sum = item.*/for (int i = 0; i < 2; i++) sum += item[i];/' x.c >y.c
    decides FALSE 1 verify y.c
    says out ':24:[0-9]+: note: +main .*\| fails with sum = 3$'
    says_not out 'main finds filled'
}
# Who holds what when two accesses race; a lock for reading, too, and one in memory that is kept byte by byte.
test_schedule_of_a_race() {
    cat >x.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct table { char name[12]; pthread_rwlock_t rw; int hits; };
static struct table *table;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *a)
{
    pthread_rwlock_rdlock(&table->rw);
    table->hits++;
    pthread_rwlock_unlock(&table->rw);
    return a;
}
int main(void)
{
    pthread_t u;
    table = malloc(sizeof *table);
    strcpy(table->name, "hits");
    pthread_rwlock_init(&table->rw, NULL);
    table->hits = 0;
    pthread_create(&u, 0, count, 0);
    pthread_mutex_lock(&m);
    table->hits++;
    pthread_mutex_unlock(&m);
    pthread_join(u, 0);
    return 0;
}
END
    decides FALSE 1 race --html=x.html x.c
    says out ':20:[0-9]+: note: +main .*malloc@17.hits = 0$'
    says out ': note: main is about to (read|write) malloc@17.hits, holding m$'
    says out ': note: count is about to (read|write) malloc@17.hits, holding malloc@17.rw for reading$'
    says x.html 'holding malloc@17.rw for reading'
    sed '/mutex_lock/d; /mutex_unlock/d' x.c >y.c
    decides FALSE 1 race y.c
    says out ': note: main is about to (read|write) malloc@17.hits, holding no lock$'
}
# Of a long line the part that the step is about; why a weak exchange did nothing.
test_schedule_of_long_lines() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *t(void *a) { int seen = 0, unused = 1; (void)unused; if (!atomic_compare_exchange_weak(&x, &seen, 1)) assert(seen); return a; }
int main(void)
{
    pthread_t u;
    pthread_create(&u, 0, t, 0);
    pthread_join(u, 0);
    return 0;
}
END
    decides FALSE 1 verify x.c
    says out ':5(:[0-9]+)?: note: +t +\| .*\.\.\. \| .*exchanges nothing \(a weak exchange may fail for no reason\), fails with seen = 0$'
    says_not out 'arbitrary'
    [ "$(sed -n 's/.*note: *t *| \(.*\) | .*/\1/p' out | awk '{ print length }' | sort -n | tail -1)" -le 80 ] || fail "a column that is too wide"
}
# A thread that is woken for nothing and waits again is not in the schedule.
test_schedule_without_rounds() {
    cat >x.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int jobs, taken;
static void *t(void *a)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (!jobs)
            pthread_cond_wait(&c, &m);
        jobs--;
        pthread_mutex_unlock(&m);
        taken++;
    }
    return a;
}
int main(void)
{
    pthread_t u[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&u[i], 0, t, 0);
    for (int i = 0; i < 6; i++) {
        pthread_mutex_lock(&m);
        jobs++;
        pthread_cond_broadcast(&c);
        pthread_mutex_unlock(&m);
    }
    return 0;
}
END
    decides FALSE 1 race --engine=random x.c
    [ "$(grep -c ': note: ' out)" -lt 60 ] || fail "$(grep -c ': note: ' out) lines of schedules"
}
test_schedule_pointers() { # as C would write them, not as addresses
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
struct { int n; struct node *head; } queue;
struct node pool[3];
int flag, a[4], grid[2][3];
int *p;
void (*action)(void);
const char *text;
static void hello(void) { flag = 1; }
void *t(void *unused)
{
    int own = 3;
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = queue.head;
    queue.head = n;
    queue.head->next = &pool[1];
    p = &flag;
    p = &a[3];
    p = a + 4;
    p = &grid[1][2];
    p = &own;
    *p = 4;
    p = 0;
    text = "hi";
    action = hello;
    action();
    return unused;
}
int main(void)
{
    pthread_t u, v;
    pthread_create(&u, 0, t, 0);
    pthread_join(u, 0);
    pthread_create(&v, 0, t, 0);
    pthread_join(v, 0);
    assert(queue.head == 0);
    return 0;
}
END
    decides FALSE 1 verify --json=x.json x.c
    says out ' t#1 .*\| t#1:malloc@15.value = 1$'
    says out ' t#1 .*\| reads queue.head = NULL, t#1:malloc@15.next = NULL$'
    says out ' t#2 .*\| reads queue.head = &t#1:malloc@15, t#2:malloc@15.next = &t#1:malloc@15$'
    says out ' t#2 .*\| queue.head = &t#2:malloc@15$'
    says out '\| reads queue.head = &t#1:malloc@15, t#1:malloc@15.next = &pool\[1\]$'
    for place in '&flag' '&a\[3\]' '&a\[4\]' '&grid\[1\]\[2\]' '&t#1:own' NULL; do
        says out "\| p = $place\$"
    done
    says out '\| reads p = &t#1:own, t#1:own = 4$'
    says out '\| text = "hi"$'
    says out '\| action = hello$'
    says out ': note: main finds queue.head = &t#2:malloc@15, written by t#2 at line 18'
    says x.json '"value":[[:space:]]*"&t#2:malloc@15"'
}
test_long_schedule() { # shown in time, and short
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
int s;
void *t(void *a) { for (int i = 0; i < 50000; i++) s++; return a; }
int main(void)
{
    pthread_t u;
    pthread_create(&u, 0, t, 0);
    pthread_join(u, 0);
    assert(s != 50000);
    return 0;
}
END
    decides FALSE 1 verify --timeout=60 --json=x.json --sarif=x.sarif --html=x.html x.c
    says out '\| reads s = 0, s = 1$'
    says out '\| 49998 more times$'
    says out '\| reads s = 49999, s = 50000'
    says x.json 'steps are left out here; --trace FILE writes all of them'
    for file in out x.json x.sarif x.html; do
        [ "$(wc -c <$file)" -le 8000000 ] || fail "$file has $(wc -c <$file) bytes"
    done
    run_heddle verify --timeout=60 --schedule=columns x.c
    says out '49998 more times'
}
test_schedule_cut_in_the_middle() { # two threads take turns: nothing to fold
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
int s;
static void step(int me)
{
    while (turn != me)
        ;
    s = s + 1;
    turn = 1 - me;
}
void *t(void *a)
{
    for (int i = 0; i < 60; i++)
        step(1);
    return a;
}
int main(void)
{
    pthread_t u;
    pthread_create(&u, 0, t, 0);
    for (int i = 0; i < 60; i++)
        step(0);
    pthread_join(u, 0);
    assert(s != 120);
    return 0;
}
END
    decides FALSE 1 verify x.c
    says out '^heddle: note: [0-9]+ lines of the schedule \([0-9]+ steps\) are left out here; --trace FILE writes all of them$'
    [ "$(grep -c ': note: ' out)" -le 105 ] || fail "a schedule that is too long"
    decides FALSE 1 verify --schedule=columns --trace=all x.c
    says out '\([0-9]+ lines, [0-9]+ steps, are left out here; --trace FILE writes all of them\)'
    [ "$(grep -c 's = ' all)" -ge 120 ] || fail "steps are missing in --trace"
}
test_why() {
    decides FALSE 1 verify "$root/tests/programs/mutex_different.c"
    says out 'note: main finds count = 1, written by thread#[12] at line 13 after thread#[12] had written it at line 13: thread#[12] had read it before$'
    decides FALSE 1 verify "$root/tests/programs/cond_wait_if.c"
    says out 'note: main finds ready = 0, as it was at the start$'
    printf '#include <stdlib.h>\nint *p;\nint main(void) { p = malloc(4); free(p); *p = 1; }\n' >line.c
    decides FALSE 1 verify --property=memory line.c
    says out 'frees malloc@3, fails$'
    says out 'note: malloc@3 had been freed by main at line 3$'
    cat >two.c <<'END'
#include <pthread.h>
#include <stdlib.h>
struct job { char name[4]; int *at; };
static struct job *a, *b;
static struct job *make(void)
{
    return calloc(1, sizeof(struct job));
}
static void *closer(void *p)
{
    int local = 1;
    b->at = &local;
    free(a);
    return p;
}
int main(int argc, char **argv)
{
    pthread_t t;
    a = make();
    b = make();
    pthread_create(&t, NULL, closer, NULL);
    pthread_join(t, NULL);
    return argc > 1 ? a->name[0] : *b->at;
}
END
    decides FALSE 1 verify --property=memory two.c
    says out 'a = &malloc@7#1$'
    says out 'b = &malloc@7#2$'
    says out ':13:[0-9]+: note: closer .*frees malloc@7#1$'
    says out ':23:[0-9]+: note: malloc@7#1 had been freed by closer at line 13$'
    says out ':23:[0-9]+: note: local had ended before, in closer at line 1[45]$'
}

# --- replay on real threads ---
replays() { # replays PROGRAM OPTIONS...: its violation is replayed five times of five
    program=$root/tests/programs/$1.c
    shift
    decides FALSE 1 verify --engine bounded "$@" --trace=t.json "$program"
    run_heddle replay --times 5 t.json
    expect_status 1
    says out '^replayed: 5 of 5$'
    says out '^VERDICT: FALSE$'
}
test_replay_lost_update() { replays lost_update_local_copy; }
test_replay_locks() { replays mutex_different; replays spin_trylock_skips; replays mutex_trylock_ignored; replays sem_too_many; }
test_replay_waiting() { replays cond_wait_if; replays cond_timedwait; replays barrier_too_small; replays barrier_serial_chosen; }
test_replay_threads() { replays create_loop_index_bug; replays create_unbounded_bug; replays c11_trylock_race; }
test_replay_many_threads() { replays stack_aba_many --engine random; replays turns_exact --engine random; }
test_replay_deadlock() {
    replays deadlock_barrier_of_three -p deadlock
    replays deadlock_abba -p deadlock
    says out 'thread 1 waits in line 12'
    replays deadlock_lost_wakeup -p deadlock
}
test_replay_race() {
    replays lost_update_local_copy -p race
    says out 'both accesses are next: a data race'
    replays order_message_relaxed -p race
    says out 'the other access was made before, and nothing orders the two'
}
test_replay_misused_lock() {
    replays mutex_unlock_not_held -p locks
    says out 'a mutex is unlocked by a thread that does not hold it'
    replays cond_wait_unlocked -p locks
    says out 'a thread waits on a condition variable without the mutex'
}
# Sanitizers see natively what heddle reports; leaks and failing allocations are not replayed.
test_replay_memory() {
    replays memory_argument_ends_bug -p memory
    says out 'ERROR: AddressSanitizer: stack-use-after'
    replays memory_after_free_bug -p memory
    says out 'ERROR: AddressSanitizer: heap-use-after-free'
    decides FALSE 1 verify -p memory --leaks=left --trace=t.json "$root/tests/programs/leak_freed_bug.c"
    run_heddle replay t.json
    expect_status 2
    says out 'the program ended without a failure'
}
test_replay_overflow() {
    printf '#include <pthread.h>\nint n = 2147483646;\nvoid *f(void *x)\n{\n    n++;\n    return x;\n}\nint main(void)\n{\n    pthread_t a, b;\n' >x.c
    printf '    pthread_create(&a, 0, f, 0);\n    pthread_create(&b, 0, f, 0);\n    pthread_join(a, 0);\n    pthread_join(b, 0);\n}\n' >>x.c
    decides FALSE 1 verify -p overflow --trace=t.json x.c
    run_heddle replay --times 3 t.json
    expect_status 1
    says out '^replay: overflow in an addition$'
    says out '^replayed: 3 of 3$'
}
# Which of three calls gets the input: the first two are not used.
test_replay_unused_inputs() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int port(void) { return __VERIFIER_nondet_int(); }
int x;
static void *thread(void *unused)
{
    port();
    port();
    x = port();
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t t;
    if (argc > 1 && argv[1][0] == 'q')
        return 0;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    assert(x != 77);
}
END
    decides FALSE 1 verify --engine bounded --trace=t.json x.c
    run_heddle replay --times 5 t.json
    expect_status 1
    says out '^replayed: 5 of 5$'
}
test_replay_folder() {
    decides FALSE 1 verify --engine bounded --trace=t.json "$root/tests/programs/lost_update_local_copy.c"
    TMPDIR=$PWD/nowhere refuses 65 'cannot make the folder .*/nowhere/heddle-replay-' replay t.json
    mkdir mine
    TMPDIR=$PWD/mine run_heddle replay t.json
    expect_status 1
    [ -z "$(ls mine)" ] || fail "something was left behind"
}
test_replay_without_gdb() {
    decides FALSE 1 verify --engine bounded --trace=t.json "$root/tests/programs/lost_update_local_copy.c"
    mkdir bin
    for tool in clang-19 ld as; do ln -s "$(command -v $tool)" bin/ 2>/dev/null; done
    PATH=$PWD/bin "$heddle" replay --gdb t.json >out 2>err
    status=$?
    expect_status 65
    says err '^heddle: error: cannot run gdb: '
}
test_replay_own_reach_error() { replays verifier_error; }
test_replay_inputs_and_memory() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *p, n;
void *thread(void *arg) { if (*p == 12345 && n == 77) p[1] = 3; return arg; }
int main(void)
{
    pthread_t t;
    int local[2];
    p = malloc(8);
    p[1] = 0;
    n = __VERIFIER_nondet_int();
    for (int i = 0; i < 2; i++) local[i] = __VERIFIER_nondet_int();
    pthread_create(&t, 0, thread, 0);
    pthread_join(t, 0);
    assert(p[1] != 3 || local[0] + local[1] != 9);
    return 0;
}
END
    decides FALSE 1 verify --engine bounded --trace=t.json x.c
    run_heddle replay --times 5 t.json
    expect_status 1
    says out '^replayed: 5 of 5$'
}
test_replay_divergence() {
    decides FALSE 1 verify --engine bounded --trace=t.json "$root/tests/programs/lost_update_local_copy.c"
    sed 's/"line":\t[0-9]*/"line":\t1/' t.json >wrong.json
    run_heddle replay --times 5 wrong.json
    expect_status 2
    says out 'diverged: entry [0-9]+ .* is not reached|diverged: .* after [0-9]+ of [0-9]+ entries'
    says out '^replayed: 0 of 5$'
    says out '^VERDICT: UNKNOWN'
}
test_replay_gdb() {
    command -v gdb >/dev/null || return 0
    decides FALSE 1 verify --engine bounded --trace=t.json "$root/tests/programs/lost_update_local_copy.c"
    mkdir mine
    printf 'set confirm off\nset debuginfod enabled off\nrun\nbacktrace\nquit\n' | TMPDIR=$PWD/mine "$heddle" replay --gdb t.json >out 2>err
    [ -z "$(ls mine)" ] || fail "something was left behind"
    says out 'Breakpoint 1, .*heddle_stop'
    says out 'main|thread'
}
test_replay_bad_input() {
    echo '{}' >t.json
    refuses 65 'not written by heddle' replay t.json
    refuses 65 'nowhere' replay nowhere.json
    refuses 64 'one file' replay t.json t.json
}

test_strange_names() {
    good_program
    mkdir "a b"
    cp good.c "a b/it's.c"
    decides TRUE 0 verify "a b/it's.c"
    cp good.c ./-x.c
    decides TRUE 0 verify -- -x.c
}
test_several_files() {
    printf '#include "two.h"\n#include <assert.h>\nint main(void) { assert(two() == N); }\n' >one.c
    echo '#include "two.h"
int two(void) { return 2; }' >two.c
    mkdir inc
    echo 'int two(void);' >inc/two.h
    decides TRUE 0 verify -Iinc -DN=2 one.c two.c
    decides FALSE 1 verify -I inc -D N=3 one.c two.c
}
test_data_model() {
    printf '#include <assert.h>\nint main(void) { assert(sizeof(long) == 4); }\n' >x.c
    decides TRUE 0 verify -m32 x.c
    decides FALSE 1 verify -m64 x.c
}
test_json() {
    good_program
    bad_program
    decides TRUE 0 verify --json=x.json good.c
    "$json_look" x.json tool=heddle verdict=TRUE files.0=good.c machine=64 property=reach proved=1 checks.0.answer=proved \
        checks.0.line=19 'statistics.load-time=*' || fail "JSON of TRUE"
    run_heddle verify --json=- bad.c
    expect_status 1
    "$json_look" out verdict=FALSE violated=1 checks.0.answer=violated checks.0.text="assertion 'c == 2'" \
        checks.0.schedule.0.thread=main 'checks.0.schedule.0.effects.0.kind=*' || fail "JSON of FALSE"
    printf '#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); /* \377\376"\\ */ }\n' >x.c
    run_heddle verify --json=- x.c
    "$json_look" out verdict=FALSE || fail "JSON with strange bytes"
}
# Whether all accesses stay within their objects is not asked at length where memory is violated: the time limit is far away.
test_races_beside_invalid_access() {
    rounds=8
    for verdict in TRUE FALSE; do
        cat >x.c <<END
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int table[8], at;
unsigned sum = 1;
void *add(void *p)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        sum = sum * 3 + (unsigned)table[at];
        at = (at + 1) % $rounds;
        pthread_mutex_unlock(&lock);
    }
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
}
END
        begun=$(date +%s)
        decides $verdict $((rounds - 8)) verify --property=all --timeout=100 x.c
        [ $(($(date +%s) - begun)) -lt 40 ] || fail "it takes long"
        says out "^property memory: $verdict,"
        says out "^property race: $([ $verdict = TRUE ] && echo TRUE || echo UNKNOWN), 5 proved, 0 violated, 0 open"
        rounds=9
    done
}
# One report about several properties; what each says is what it says alone.
test_many_properties() {
    good_program
    racy_program
    decides TRUE 0 verify --property=all good.c
    for p in reach race locks memory overflow deadlock; do says out "^property $p: TRUE, [0-9]+ proved, 0 violated, 0 open$"; done
    decides FALSE 1 verify --property=reach,race --json=x.json --trace=x.txt racy.c
    says out '^property reach: TRUE, 1 proved, 0 violated, 0 open$'
    says out '^property race: FALSE, [0-9]+ proved, 1 violated, 0 open$'
    says_not out '^property (locks|deadlock)'
    says x.txt '\[race\], [0-9]+ steps'
    "$json_look" x.json property=reach,race verdict=FALSE violated=1 properties.0.property=reach properties.0.verdict=TRUE \
        properties.1.property=race properties.1.verdict=FALSE checks.0.property=reach checks.0.id=0 checks.1.property=race checks.1.id=1 \
        'properties.1.statistics.load-time=*' || fail "JSON of two properties"
    run_heddle verify --property=reach,race --json=- racy.c
    expect_status 1
    "$json_look" out verdict=FALSE || fail "JSON on standard output"
    decides FALSE 1 verify --quiet --property=reach,race racy.c
    [ "$(wc -l <out)" = 4 ] || fail "more than the counts and the verdict"
    run_heddle verify --property=race,reach --trace=t.json racy.c
    "$json_look" t.json property=race || fail "no schedule for heddle replay"
    echo "int main(void) { return }" >wrong.c
    refuses 65 'does not compile' verify --property=all wrong.c
}
# What several properties answer in one run is what each answers alone, also where one goes on behind a step that violates another:
# an addition that wraps, a mutex that another thread unlocks, an array that is read behind its end.
test_joint_answers() {
    head='#include <assert.h>\n#include <limits.h>\n#include <pthread.h>\n#include <stdlib.h>\n'
    printf "$head"'int main(void) { int x = INT_MAX, *p = malloc(sizeof *p); *p = 1; assert(*p - 1 + x > 0); free(p); return 0; }\n' >j1.c
    printf "$head"'int main(void) { int x = INT_MAX; x++; assert(x > 0); return 0; }\n' >j2.c
    printf "$head"'int main(void) { int x = INT_MAX; x++; assert(x < 0); return 0; }\n' >j3.c
    printf "$head"'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint main(void) { pthread_mutex_unlock(&m); assert(0); }\n' >j4.c
    printf "$head"'int a[2];\nint main(void) { int x = 5, y = 1; assert(x == 6); return x + y; }\n' >j5.c
    printf "$head"'int a[2];\nint main(int n, char **v) { (void)v; int y = a[n ? 2 : 0]; assert(n == n); return y == y ? 0 : y; }\n' >j6.c
    printf "$head"'int a[2];\nint main(void) { int x = INT_MAX; x++; return a[x < 0 ? 2 : 0]; }\n' >j7.c
    printf "$head"'int a[2];\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint main(void) { int n = pthread_mutex_unlock(&m); return a[n ? 0 : 2]; }\n' >j8.c
    for f in j1 j2 j3 j4 j5 j6 j7 j8; do
        : >alone
        for p in reach locks memory overflow; do
            run_heddle verify --property=$p --json=x.json $f.c
            "$json_look" x.json 'verdict=*' || fail "JSON"
            sed -n 's/^checks: //p' out >counts
            echo "property $p: $(sed -n 's/^VERDICT: \([A-Z]*\).*/\1/p' out), $(cat counts)" >>alone
        done
        run_heddle verify --property=reach,locks,memory,overflow $f.c
        sed -n '/^property /s/ (.*//p; /^property /{/(/!p;}' out >together
        cmp -s alone together || fail "$f.c: $(cat alone together)"
    done
    decides TRUE 0 verify --property=reach,memory --json=x.json j1.c
    "$json_look" x.json 'properties.0.statistics.load-time=*' || fail "no statistics"
    ! "$json_look" x.json 'properties.1.statistics.load-time=*' || fail "read twice"
}
# Where several properties are violated, each has its own schedule, from one run; what is proved only up to a violation of another is open.
test_joint_violations() {
    printf '#include <assert.h>\n#include <limits.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void)\n{\n    int n = __VERIFIER_nondet_int(), x = 1;\n    if (n > 5)\n        x = n + 1;\n    if (n == 3)\n        assert(x == 2);\n    assert(x == 1 || x > 6);\n    return 0;\n}\n' >x.c
    decides FALSE 1 verify --property=reach,memory,overflow --json=x.json x.c
    says out '^property reach: FALSE, 0 proved, 1 violated, 1 open$'
    says out '^property memory: TRUE'
    says out '^property overflow: FALSE, 0 proved, 1 violated, 0 open$'
    says out ':10:.*: error: assertion .x == 2. can fail'
    "$json_look" x.json checks.1.reason='it was asked together with other properties, and holds up to where they are violated' ||
        fail "no reason"
    decides FALSE 1 verify --property=reach x.c
    says out 'checks: 0 proved, 2 violated, 0 open'
}
# The program that all properties share is read once, and so is its outline: clang runs once.
test_all_properties_compile_once() {
    good_program
    mkdir bin
    printf '#!/bin/sh\necho x >>%s/calls\nexec clang-19 "$@"\n' "$PWD" >bin/clang
    chmod +x bin/clang
    decides TRUE 0 verify --property=all --clang=bin/clang good.c
    [ "$(wc -l <calls)" = 1 ] || fail "clang ran $(wc -l <calls) times"
}
# Once memory is proved, no other property has to deal with what lies outside of objects.
test_all_properties_within_objects() {
    cat >x.c <<'END'
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int slots[4], best;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *look(void *p)
{
    int from = __VERIFIER_nondet_int();
    if (from % 2 == 0 && from >= 0 && from < 4)
        for (int i = from; i < from + 2; i++) {
            pthread_mutex_lock(&m);
            if (slots[i] > best)
                best = slots[i];
            pthread_mutex_unlock(&m);
        }
    return p;
}
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, look, 0);
}
END
    decides TRUE 0 verify --property=deadlock x.c
    says out 'note: what lies outside an array is taken as any value'
    decides TRUE 0 verify --property=all x.c
    says_not out 'what lies outside an array'
}
# What is known to be undefined forbids TRUE: engines look whether there is more that is wrong, but not for all of the time.
test_all_properties_undefined() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int sum, count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *measure(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&m);
        sum += count % 3;
        count++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    int mean;
    pthread_create(&t, 0, measure, 0);
    pthread_mutex_lock(&m);
    mean = sum / count;
    assert(mean != 12345);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
END
    run_heddle verify --property=all --timeout=100 x.c
    expect_status 1
    says out '^property overflow: FALSE'
    says out '^property reach: UNKNOWN.*undefined: division by zero at x.c:22 can happen, as another property shows, and forbids TRUE'
}
test_many_properties_one_limit() {
    endless_program
    start=$(date +%s%N)
    run_heddle verify --property=reach,locks,deadlock --timeout=3 endless.c
    tail -n 1 out >last
    [ $(($(date +%s%N) - start)) -lt 4500000000 ] || fail "longer than the limit"
    says out '^property deadlock: '
    says last '^VERDICT: UNKNOWN \(reach: '
}
test_memory_in_reports() {
    printf '#include <stdlib.h>\nint main(void)\n{\n    int *p = malloc(4);\n    free(p);\n    return *p;\n}\n' >x.c
    decides FALSE 1 verify --property=memory --sarif=x.sarif --json=x.json --witness=x.yml x.c
    says out '^x.c:6:[0-9]+: error: access to memory that was freed can happen \[memory\]$'
    "$json_look" x.json property=memory checks.0.property=memory || fail "JSON"
    "$json_look" x.sarif runs.0.results.0.ruleId=memory || fail "SARIF"
    says x.yml 'valid-deref'
    decides TRUE 0 verify --property=reach x.c
}
test_overflow_needs_source() {
    good_program
    clang-19 -c -emit-llvm -O0 -o good.bc good.c || fail "clang"
    decides TRUE 0 verify good.bc
    refuses 65 'overflow needs C' verify --property=overflow good.bc
}
# Functions that want no checks have them, too.
test_overflow_limits_of_constants() {
    decides FALSE 1 verify --property=overflow "$root/tests/programs/overflow_limits_of_constants_bug.c"
    says out '^checks: 0 proved, 17 violated, 0 open$'
}
test_overflow_of_the_unwilling() {
    printf '#include <limits.h>\n__attribute__((no_sanitize("undefined"))) int f(int x) { return x + 1; }\nint main(void) { return f(INT_MAX); }\n' >x.c
    decides FALSE 1 verify --property=overflow x.c
    says out '^x.c:2:.*: error: overflow in an addition can happen \[overflow\]$'
    decides FALSE 1 verify --property=all x.c
    says out '^property overflow: FALSE, 0 proved, 1 violated, 0 open$'
    says_not out 'no assertion to check' # which is for who asks for assertions alone
}
test_property_files() {
    good_program
    racy_program
    echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >unreach-call.prp
    echo 'CHECK( init(main()), LTL(G ! data-race) )' >no-data-race.prp
    echo 'CHECK( init(main()), LTL(F end) )' >termination.prp
    printf 'CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n' >valid-memsafety.prp
    decides TRUE 0 verify --property=unreach-call.prp racy.c
    decides FALSE 1 verify --property=no-data-race.prp racy.c
    decides TRUE 0 verify --property=valid-memsafety.prp good.c
    refuses 65 "not supported: heddle does not check 'CHECK. init.main..., LTL.F end." verify --property=termination.prp good.c
    echo 'CHECK( init(main()), LTL(G valid-memcleanup) )' >valid-memcleanup.prp
    printf '#include <stdlib.h>\nint *p;\nint main(void) { p = malloc(4); *p = 1; return 0; }\n' >kept.c
    decides FALSE 1 verify --property=valid-memcleanup.prp kept.c
    says out '^kept.c:3:.*without freeing this memory can happen \[memory\]$'
    decides FALSE 1 verify --property=valid-memcleanup.prp --witness=kept.yml kept.c
    says kept.yml 'specification: "?CHECK\( init\(main\(\)\), LTL\(G valid-memcleanup\) \)"?$'
    decides TRUE 0 verify --property=valid-memsafety.prp kept.c # p leads to it in the end
    printf '#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); return *p; }\n' >late.c
    decides UNKNOWN 2 verify --property=valid-memcleanup.prp late.c
    decides FALSE 1 verify --property=valid-memsafety.prp late.c
    printf '#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }\n' >freed.c
    decides TRUE 0 verify --property=valid-memcleanup.prp freed.c
    decides TRUE 0 verify --property=valid-memsafety.prp freed.c
    refuses 65 'cannot read none.prp' verify --property=none.prp good.c
    : >empty.prp
    refuses 65 'not a property file' verify --property=empty.prp good.c
}
# What a program loses that never ends is not seen, free is no access, and shifts do not count.
test_rules_of_the_competition() {
    printf '#include <stdlib.h>\nint main(void) { char *p = malloc(1); free(p); return 0; }\n' >x.c
    decides TRUE 0 verify --property=memory x.c
    decides TRUE 0 verify --property=memory --rules=sv-comp x.c
    printf '#include <stdlib.h>\nint main(void) { char *p = malloc(1); p = malloc(2); for (;;) p[0] = 1; }\n' >w.c
    decides UNKNOWN 2 verify --property=memory --rules=sv-comp w.c
    says last 'memory that may be lost by a program that need not end'
    printf 'int main(void) { volatile int n = -1; return n << 1; }\n' >y.c
    decides FALSE 1 verify --property=overflow y.c
    decides UNKNOWN 2 verify --property=overflow --rules=sv-comp y.c
    printf '#include <pthread.h>\n#include <stdlib.h>\nchar *p;\nvoid *f(void *x) { char *q = p; *q = 1; return x; }\n' >z.c
    printf 'int main(void) { pthread_t t; p = malloc(1); pthread_create(&t, 0, f, 0); free(p); pthread_join(t, 0); return 0; }\n' >>z.c
    decides FALSE 1 verify --property=race z.c
    decides TRUE 0 verify --property=race --rules=sv-comp z.c
}
test_verify_a_task() {
    racy_program
    mkdir tasks
    printf "format_version: '2.0'\ninput_files: '../racy.c'\nproperties:\n  - property_file: ../p/unreach-call.prp\n  - property_file: ../p/no-data-race.prp\n  - property_file: ../p/termination.prp\noptions:\n  language: C\n  data_model: LP64\n" >tasks/x.yml
    decides FALSE 1 verify tasks/x.yml
    says out '^property reach: TRUE'
    says out '^property race: FALSE'
    says err 'termination.prp is not checked'
    decides TRUE 0 verify --property=locks tasks/x.yml
    echo 'CHECK( init(main()), LTL(G ! data-race) )' >mine.prp # a name of one's own
    sed 's|../p/no-data-race.prp|../mine.prp|; /unreach-call/d; /termination/d' tasks/x.yml >tasks/z.yml
    decides FALSE 1 verify tasks/z.yml
    says out 'is about to write done'
    says_not err 'not checked'
    echo nonsense >y.yml
    refuses 65 'not a verification task' verify y.yml
}
test_undefined_names_its_check() {
    printf '#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int x = 1, *p = __VERIFIER_nondet_int() ? &x : 0; assert(*p == 1); }\n' >x.c
    decides UNKNOWN 2 verify x.c
    says out 'note: undefined behaviour forbids TRUE; --property=locks,memory,overflow'
    decides FALSE 1 verify --property=locks,memory,overflow x.c
}
test_many_properties_at_a_time() {
    good_program
    refuses 64 'one property at a time' show --property=reach,race good.c
    refuses 64 '--proof goes with one property' verify --property=all --proof=p.json good.c
    refuses 64 '--witness goes with one property' verify --property=all --witness=w.yml good.c
    refuses 64 'wide goes with one property' verify --property=reach,race --engine=wide good.c
    refuses 64 'or all' verify --property=reach,beauty good.c
}
test_json_of_a_limit() { endless_program; run_heddle verify --timeout=1 --json=- endless.c; "$json_look" out verdict=UNKNOWN 'reason=*'; }

# --- limits ---

test_time_limit() {
    endless_program
    start=$(date +%s%N)
    decides 'UNKNOWN \(time limit reached' 2 verify --timeout=2 endless.c
    taken=$((($(date +%s%N) - start) / 1000000))
    [ $taken -lt 3000 ] || fail "took $taken ms"
    [ $taken -gt 1500 ] || fail "gave up after $taken ms"
}
test_memory_limit() {
    endless_program
    decides 'UNKNOWN \(memory limit reached' 2 verify --engine=explore --memory=150 --timeout=60 --stats endless.c
    bytes=$(sed -n 's/^engine-memory: \([0-9]*\).*/\1/p' out)
    [ -n "$bytes" ] && [ "$bytes" -lt 262144000 ] || fail "used $bytes bytes"
}
# One assertion fails at once, another is never decided; a race; the rest takes for ever.
two_program() { cat >two.c <<'END'
#include <assert.h>
#include <pthread.h>
unsigned a, b;
void *f(void *x) { for (;;) { a += 3; if (b == 7777) a ^= b; } }
int main(int n, char **v)
{
    pthread_t t;
    assert(n != 2);
    pthread_create(&t, 0, f, 0);
    for (;;) { b += a; assert(a != 4 || b != 99); }
}
END
}
# Once a property is violated, others do not work until the time is up.
test_all_once_violated() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);
unsigned entered, steps;
void __VERIFIER_atomic_enter(void)
{
    __VERIFIER_assume(entered != -1u);
    entered++;
}
void __VERIFIER_atomic_step(void)
{
    __VERIFIER_assume(steps != -1u);
    steps++;
}
void *work(void *p)
{
    __VERIFIER_atomic_enter();
    while (entered == 1)
        __VERIFIER_atomic_step();
    return p;
}
int main(void)
{
    pthread_t t;
    assert(__VERIFIER_nondet_int() != 7);
    for (;;)
        pthread_create(&t, 0, work, 0);
}
END
    decides FALSE 1 verify -p reach,deadlock --timeout=100 x.c
    says out '^property deadlock: UNKNOWN, .* 1 open .looked at for a moment only, since another property is violated.$'
    says out 'alone .--property., what is open has all the time'
}
# The time is over before all properties are decided: what was found is printed, property by property, within the time.
test_all_in_a_short_time() {
    two_program
    start=$(date +%s%N)
    decides FALSE 1 verify -p all --timeout=3 two.c
    [ $((($(date +%s%N) - start) / 1000000)) -lt 4500 ] || fail "took too long"
    says out '^two.c:8:5: error: assertion .n != 2. can fail'
    says out '^property reach: FALSE, 0 proved, 1 violated, 1 open'
    [ "$(grep -c '^property ' out)" = "$("$heddle" verify --help | sed -n 's/.*--property=\([a-z|]*\).*/\1/p' | head -n 1 | tr '|' '\n' | wc -l)" ] || { cat out; fail "not all properties"; }
    [ "$(grep -c 'a longer --timeout may help' out)" = 1 ] || { cat out; fail "a note twice, or not at all"; }
}
# interrupt SECONDS ARGUMENTS...: as Ctrl-C after so long.
interrupt() {
    seconds=$1
    shift
    "$heddle" "$@" >out 2>err </dev/null &
    pid=$!
    sleep "$seconds"
    kill -INT $pid
    wait $pid
    status=$?
}
test_ctrl_c_prints_what_was_found() {
    two_program
    interrupt 3 verify two.c
    expect_status 1
    says out '^two.c:8:5: error: assertion .n != 2. can fail'
    says out '^checks: 0 proved, 1 violated, 1 open'
    says_not out 'longer --timeout' # there was none
    interrupt 4 verify -p all two.c
    expect_status 1
    says out '^property reach: FALSE, 0 proved, 1 violated, 1 open'
    says out '^VERDICT: FALSE$'
}
# While the program is read nobody knows how many checks there are.
test_ctrl_c_while_reading() {
    two_program
    printf '#!/bin/sh\nsleep 30\nexec clang-19 "$@"\n' >clang
    chmod +x clang
    for properties in reach all race; do
        interrupt 1 verify -p $properties --clang=./clang two.c
        expect_status 2
        says out '^checks: 0 proved, 0 violated, 0 open$'
        says out '^VERDICT: UNKNOWN \((reach: )?interrupted\)$'
        [ "$(grep -c 'note: the program was still being read: which checks there are is not known yet$' out)" = 1 ] || { cat out; fail "the note"; }
    done
}
# Where the time is up in the middle of that, too, and nobody was left to say it but who watches.
test_time_limit_while_reading() {
    awk 'BEGIN {
        print "#include <pthread.h>\n#include <stdlib.h>\nstruct node { struct node *next, *other; void (*run)(struct node *); int value; };\nstatic struct node *list;"
        for (k = 0; k < 1400; k++) {
            printf "static void f%d(struct node *x) { struct node *y = x->next; x->other = y ? y->other : x; x->value++; }\n", k
            printf "static void make%d(void) { struct node *x = calloc(1, sizeof *x); x->run = f%d; x->next = list; list = x; }\n", k, k
        }
        print "static void *work(void *u) { for (struct node *x = list; x; x = x->next) x->run(x); return u; }"
        print "int main(void) { pthread_t a;"
        for (k = 0; k < 1400; k++) printf "make%d();\n", k
        print "pthread_create(&a, 0, work, 0); work(0); return 0; }"
    }' >many.c
    clang-19 -O1 -Xclang -disable-llvm-passes -g -emit-llvm -c many.c -o many.bc
    run_heddle verify -p race --timeout 1 many.bc
    expect_status 2
    says out '^VERDICT: UNKNOWN \((many.bc: )?time limit reached\)$'
    cat out err >both
    says both 'program was still being read' # by whoever had the time to say so
}
test_ctrl_c() {
    endless_program
    "$heddle" verify --timeout=60 endless.c >out 2>err &
    pid=$!
    sleep 2
    kill -INT $pid
    start=$(date +%s%N)
    wait $pid
    status=$?
    [ $((($(date +%s%N) - start) / 1000000)) -lt 3000 ] || fail "did not end"
    expect_status 2
    says out '^VERDICT: UNKNOWN \(interrupted'
}

# --- portfolio ---

# Any number of threads, a lock: modular proves it, and nobody looks at all states.
# what flow cannot prove
sums_program() { cat >sums.c <<'END'
#include <assert.h>
#include <pthread.h>
int i = 1, j = 1;
void *left(void *unused)
{
    for (int k = 0; k < 3; k++)
        i += j;
    return unused;
}
void *right(void *unused)
{
    for (int k = 0; k < 3; k++)
        j += i;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    assert(i <= 21);
    return 0;
}
END
}
many_program() { cat >many.c <<'END'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inside;
void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, worker, 0);
    }
}
END
}
test_jobs() {
    good_program
    for n in 0 1 2 5; do decides TRUE 0 verify -j $n --timeout=30 good.c; done
    bad_program
    decides FALSE 1 verify -j 3 --timeout=30 bad.c
    refuses 64 'jobs' verify -j x good.c
    endless_program
    start=$(date +%s%N)
    decides 'UNKNOWN \(time limit reached' 2 verify -j 4 --timeout=3 endless.c
    taken=$((($(date +%s%N) - start) / 1000000))
    [ $taken -lt 4000 ] || fail "took $taken ms"
}
# The resident sizes of all processes of a run together: the limit and 100 MB at most.
test_memory_of_all() {
    endless_program
    "$heddle" verify --memory=300 --timeout=12 -j 4 --no-check endless.c >out 2>err &
    pid=$!
    most=0
    while kill -0 $pid 2>/dev/null; do
        sum=0
        below=$pid
        while [ -n "$below" ]; do
            next=
            for p in $below; do
                pages=$(cut -d' ' -f2 /proc/"$p"/statm 2>/dev/null)
                sum=$((sum + ${pages:-0} * $(getconf PAGESIZE)))
                next="$next $(cat /proc/"$p"/task/*/children 2>/dev/null)"
            done
            # shellcheck disable=SC2086,SC2116
            below=$(echo $next)
        done
        [ $sum -gt $most ] && most=$sum
        sleep 0.05
    done
    wait $pid
    status=$?
    expect_status 2
    says out '^VERDICT: UNKNOWN'
    [ $most -gt 50000000 ] || fail "nothing was measured: $most bytes"
    [ $most -lt 419430400 ] || fail "used $most bytes"
}
test_explain() {
    many_program
    decides TRUE 0 verify --explain --timeout=60 many.c
    says out '^engine [a-z]+: .*proved 1'
    says out '^engine explore: '
    says out '^proof of [a-z]+: holds, [0-9]+ obligations'
    says out '^check 0: proved by [a-z]+, by proof: its proof was checked, and holds$'
    decides TRUE 0 verify --explain --no-check --timeout=60 many.c
    says out '^proof of [a-z]+: not checked'
    says_not out '^note:'
    good_program
    decides TRUE 0 verify --explain --engine=explore good.c
    says out '^check 0: proved by explore, exhaustively: it has looked at everything$'
    bad_program
    decides FALSE 1 verify --explain bad.c
    says out '^check 0: violated, a schedule of [0-9]+ steps found by [a-z]+ and executed$'
}
test_single_engine_is_checked_when_asked() {
    many_program
    decides TRUE 0 verify --explain --engine=modular many.c
    says out '^proof of modular: not checked: not asked for'
    decides TRUE 0 verify --explain --engine=modular --check-proof many.c
    says out '^proof of modular: holds'
}
# Every answer says what it rests on.
test_evidence() {
    many_program
    good_program
    decides TRUE 0 verify --engine=explore --json=x.json good.c
    "$json_look" x.json checks.0.evidence=exhaustively || fail "evidence of explore"
    says_not out '^note:'
    decides TRUE 0 verify --engine=modular --check-proof --json=x.json --timeout=60 many.c
    "$json_look" x.json 'checks.0.evidence=by proof' || fail "evidence of a proof"
    decides TRUE 0 verify --engine=modular --json=x.json --timeout=60 many.c
    "$json_look" x.json 'checks.0.evidence=by argument' 'checks.0.no_proof=its proof was not checked: not asked for' ||
        fail "evidence of a proof that nobody has checked"
    decides TRUE 0 verify --property=race --engine=modular --check-proof --timeout=60 many.c
    says out '^proved .*[(]modular, by proof[)]'
}
# What cannot be written down is not called a proof: here, how many threads were created.
test_evidence_by_argument() {
    program="$root/tests/programs/any_counted_by_threads.c"
    decides TRUE 0 verify --engine=monotone --check-proof --explain --timeout=100 --json=x.json "$program"
    says out '^check 0: proved by monotone, by argument: it counts how many threads were created'
    says out '^note: monotone decided by argument: it counts'
    says_not out '^proof of'
    "$json_look" x.json 'checks.0.evidence=by argument' || fail "evidence of an argument"
}
# An atomic section that is more than one step: others see nothing of its middle, and the proof does not speak of it.
test_evidence_beside_sections() {
    decides TRUE 0 verify --engine=monotone --check-proof --explain --timeout=60 "$root/tests/programs/atomic_nested.c"
    says out '^check 0: proved by monotone, by'
    says_not err 'internal error'
}
# a check that only small values get to, and one that large ones violate
test_dominance_and_checks() {
    decides FALSE 1 verify --engine=explore "$root/tests/programs/grows_two_checks.c"
    says out 'checks: 0 proved, 2 violated, 0 open'
}
# Stages of engines are limited by work, not by the clock: the same command counts the same on a busy machine.
test_same_work_when_busy() {
    for what in flow:peterson flow:bakery_broken cartesian:peterson cartesian:bakery_broken modular:bakery_broken; do
        engine=${what%:*}
        file=$root/tests/programs/${what#*:}.c
        run_heddle verify --engine=$engine --stats "$file"
        grep -E '^VERDICT|states|visits|events|fixpoints|rounds' out >quiet
        busy=
        for i in 1 2 3; do
            sh -c 'while :; do :; done' >/dev/null 2>&1 &
            busy="$busy $!"
        done
        run_heddle verify --engine=$engine --stats "$file"
        kill $busy
        grep -E '^VERDICT|states|visits|events|fixpoints|rounds' out >noisy
        cmp -s quiet noisy || fail "$what: $(diff quiet noisy)"
        [ "$(wc -l <quiet)" -gt 1 ] || fail "no statistics of $engine"
    done
}
test_use_invariants() {
    many_program
    decides TRUE 0 verify --use-invariants --explain --timeout=60 many.c
    grep '^engine' out | head -n 1 >first
    says first '^engine flow'
    sums_program
    decides TRUE 0 verify -j 1 --use-invariants --explain --timeout=60 sums.c
    says out '^engine (explore|bounded): .*given what flow found out'
    decides TRUE 0 verify -j 1 --explain --timeout=60 sums.c
    says_not out 'given what'
}

# An engine that crashes is a line and a folder for a bug report; the others go on.
test_engine_crash() {
    endless_program
    TMPDIR=$PWD "$heddle" verify --timeout=6 -j 1 endless.c >out 2>err &
    pid=$!
    engine=
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.1
        worker=$(cat /proc/$pid/task/*/children 2>/dev/null)
        engine=$(cat /proc/${worker% }/task/*/children 2>/dev/null)
        # clang is a child too, at first
        case $(cat /proc/"${engine%% *}"/comm 2>/dev/null) in heddle) break ;; esac
    done
    kill -SEGV "${engine%% *}" || fail "no engine to crash"
    wait $pid
    status=$?
    expect_status 2
    says err 'internal error: engine [a-z]+ crashed'
    says err 'for a bug report: .*/heddle-bug-'
    says out '^VERDICT: UNKNOWN \(.*crashed'
    says heddle-bug-*/report.txt 'engine [a-z]+ crashed'
    says heddle-bug-*/report.txt '^heddle verify .*endless.c$'
    cmp -s heddle-bug-*/endless.c endless.c || fail "the program is not in the bundle"
    says heddle-bug-*/program.txt '^template '
}

# A schedule that does not do what its engine says (here its last step is taken off) is never a FALSE.
test_wrong_schedule() {
    bad_program
    for engine in bounded explore auto; do
        HEDDLE_TAMPER=schedule TMPDIR=$PWD run_heddle verify --engine $engine --timeout 20 --trace t.json bad.c
        expect_status 70
        says err 'internal error: a schedule found by [a-z]+ does not replay: .*; this is a bug in heddle'
        says err 'for a bug report: .*/heddle-bug-'
        says out '^checks: 0 proved, 0 violated, [1-9][0-9]* open$'
        says out 'is open .*internal error: the schedule that was found does not replay'
        says out '^VERDICT: UNKNOWN \('
        says_not out 'VERDICT: FALSE'
        says heddle-bug-*/report.txt 'does not replay'
        cmp -s heddle-bug-*/bad.c bad.c || fail "the program is not in the bundle"
        rm -r heddle-bug-*
        refuses 65 't.json' replay t.json
    done
    run_heddle verify --engine bounded bad.c
    expect_status 1
}

test_show_invariants() {
    good_program
    run_heddle show --invariants good.c
    expect_status 0
    says out '^thread main$'
    says out '^thread add, instance 1$'
    says out 'good.c:8: holds m'
    says out 'good.c:20: c == 2$'
    says_not out 'started|done|self|%'
}

# --- proofs ---

# A function that nobody defines is called where no thread comes: that is proved too, and the file has the proof.
test_check_of_what_is_not_covered() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
void mystery(int *);
static int x, mode;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *p)
{
    pthread_mutex_lock(&m);
    if (mode == 3)
        mystery(&x);
    x = 1;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t a;
    mode = 1;
    pthread_create(&a, 0, t, 0);
    pthread_mutex_lock(&m);
    assert(x == 0 || x == 1);
    pthread_mutex_unlock(&m);
    pthread_join(a, 0);
    return 0;
}
END
    decides TRUE 0 verify --proof=p.json x.c
    says p.json '"uncovered":.*true'
    decides TRUE 0 check p.json x.c
    sed 's/"uncovered":.*true/"uncovered": false/' p.json >q.json
    refuses 65 'another program' check q.json x.c
    sed 's/mode = 1/mode = 3/' x.c >y.c
    decides UNKNOWN 2 verify --proof=p.json y.c
    decides UNKNOWN 2 check p.json y.c
    says out 'not covered: call of .mystery.'
}

test_proof() {
    many_program
    decides TRUE 0 verify --timeout=60 --proof=p.json many.c
    decides TRUE 0 check p.json many.c
    says out '^proof of [a-z]+: holds \([0-9]+ obligations'
    mkdir elsewhere
    { echo '/* moved */'; cat many.c; } >elsewhere/other_name.c
    decides TRUE 0 check p.json elsewhere/other_name.c
    run_heddle verify --engine=modular --proof=- --timeout=60 many.c
    expect_status 0
    says out '"proof_format"'
    says_not out VERDICT
}
# What the program is, the command line says, not the file.
test_proof_with_other_options() {
    many_program
    sed -i 's/inside == 1/sizeof(long) == SIZE/' many.c
    decides TRUE 0 verify -m32 -D SIZE=4 --property=race --engine=modular --timeout=60 --proof=p.json many.c
    decides TRUE 0 check -m32 -D SIZE=4 --property=race p.json many.c
    says out '^property race, 32 bits$'
    refuses 65 'with the option --machine=32' check -D SIZE=4 --property=race p.json many.c
    refuses 65 'with the option --flag=-DSIZE=4' check -m32 --property=race p.json many.c
    refuses 65 'with the option --property=race' check -m32 -D SIZE=4 p.json many.c
    refuses 65 'without the option --flag=-DMORE' check -m32 -D SIZE=4 -D MORE --property=race p.json many.c
    refuses 65 'without the option --undefined=assume' check -m32 -D SIZE=4 --undefined=assume --property=race p.json many.c
    refuses 65 'without the option --without-pass=movers' check -m32 -D SIZE=4 --without-pass=movers --property=race p.json many.c
}
# An option of the file that would make the assertions go away, or run a program.
test_proof_chooses_no_program() {
    bad_program
    run_heddle verify -D NDEBUG --timeout=60 --proof=p.json bad.c
    expect_status 0
    refuses 65 'with the option --flag=-DNDEBUG' check p.json bad.c
    echo 'touch ran' >evil
    chmod +x evil
    for option in --clang=./evil --include=. --property=race --undefined=assume --nonsense; do
        printf '{"proof_format": 1, "options": ["%s"], "proofs": []}' "$option" >x.json
        refuses 65 'with the option' check x.json bad.c
    done
    [ -e ran ] && fail "an option of the file was used"
    printf '{"proof_format": 1, "options": ["-\\u001b[1m"], "proofs": []}' >x.json
    refuses 65 'with the option -[?].1m' check x.json bad.c
    printf '{"proof_format": 1, "options": [], "proofs": []}' >x.json
    decides UNKNOWN 2 check x.json bad.c
}
# A check that is left out is not proved, whatever the file says.
test_proof_of_what_is_left_out() {
    many_program
    decides TRUE 0 verify --engine=modular --timeout=60 --proof=p.json many.c
    sed 's/"left_out":.*/"left_out": [0],/' p.json >q.json
    refuses 65 'leaves out a check that it is said to prove' check q.json many.c
    sed 's/"proves":.*/"proves": [],/' p.json >q.json
    decides UNKNOWN 2 check q.json many.c
}
# A program without checks is TRUE if nothing is reached that is not modelled: that is what has to be proved then.
test_proof_without_checks() {
    cat >hole.c <<'END'
#include <pthread.h>
int x;
static void *t(void *a) { int y = x; x = y + 1; if (y == LIMIT) __asm__ volatile("fnop" : "+m"(x)); return a; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); pthread_create(&i, 0, t, 0); return 0; }
END
    decides TRUE 0 verify -D LIMIT=7 --timeout=60 --proof=p.json hole.c
    decides TRUE 0 check -D LIMIT=7 p.json hole.c
    says out '^proof of [a-z]+: holds'
    sed 's/"proves":.*/"proves": [],/' p.json >q.json
    decides UNKNOWN 2 check -D LIMIT=7 q.json hole.c
    printf '{"proof_format": 1, "options": ["--flag=-DLIMIT=7"], "proofs": []}' >x.json
    decides UNKNOWN 2 check -D LIMIT=7 x.json hole.c
}
test_proof_that_does_not_hold() {
    many_program
    decides TRUE 0 verify --engine=modular --timeout=60 --proof=p.json many.c
    sed 's/"const 1 0x0"/"const 1 0x1"/' p.json >q.json # false becomes true: the error is not excluded
    cmp -s p.json q.json && fail "nothing was changed"
    decides 'UNKNOWN \(the proof does not hold: the invariant does not exclude an error' 2 check q.json many.c
    says last_but_one '^checks: 0 proved, 0 violated, 1 open$'
    sed 's/"const 1 0x1"/"const 1 0x0"/' p.json >q.json # true becomes false
    decides 'UNKNOWN \(the proof does not hold' 2 check q.json many.c
}
# A proof that threads which take turns do no harm is enough where memory orders are weaker if the file also proves that there is no race,
# and for the memory model alone that it was made for.
test_proof_about_weaker_orders() {
    cp "$root/tests/programs/order_message.c" "$root/tests/programs/order_message_fences.c" "$root/tests/programs/order_buffering_tso.c" .
    decides TRUE 0 verify --proof=p.json --engine=modular order_message.c
    decides TRUE 0 check p.json order_message.c
    says out 'proof of modular: holds'
    refuses 65 'made without the option --memory-model=tso' check --memory-model=tso p.json order_message.c
    tr -d '\n' < p.json | sed 's/"races":[[:space:]]*true/"rices": true/' > mutant.json
    refuses 65 'a proof for another program' check mutant.json order_message.c
    sed 's/"races"/"uncovered"/' p.json > mutant.json
    decides UNKNOWN 2 check mutant.json order_message.c
    says out 'the file does not prove that plain accesses do not race'
    decides TRUE 0 verify --proof=p.json --engine=explore order_message.c
    decides UNKNOWN 2 check p.json order_message.c
    says out 'the file does not prove all of it'
    decides TRUE 0 verify -p race --proof=p.json order_message_fences.c
    decides TRUE 0 check -p race p.json order_message_fences.c
    decides TRUE 0 verify --memory-model=sc --engine=predicate --proof=p.json order_buffering_tso.c
    refuses 65 'made with the option --memory-model=sc' check p.json order_buffering_tso.c
    sed 's/"--memory-model=sc"/"--memory-model=tso"/' p.json > mutant.json
    grep -q memory-model=tso mutant.json || fail 'the file does not name the memory model'
    decides UNKNOWN 2 check --memory-model=tso mutant.json order_buffering_tso.c
}
test_proof_of_less() {
    good_program
    decides TRUE 0 verify --engine=explore --proof=p.json good.c
    decides 'UNKNOWN \(the file does not prove all of it' 2 check p.json good.c
    bad_program
    decides FALSE 1 verify --proof=p.json bad.c
    decides UNKNOWN 2 check p.json bad.c
}
# A lock that does not say who has it: the proof has ghosts, and reports say what is left without them.
test_proof_with_ghosts() {
    many_program
    sed -i 's/pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;/_Atomic int m;/; s/pthread_mutex_lock(&m);/while (__sync_lock_test_and_set((int *)\&m, 1)) { }/; s/pthread_mutex_unlock(&m);/m = 0;/' many.c
    decides TRUE 0 verify --engine=predicate --check-proof --explain --timeout=60 --proof=p.json --html=r.html --witness=w.yml many.c
    says out '^proof of predicate: holds'
    says p.json '"ghost_updates":.*\[\{'
    [ -s r.html ] && [ -s w.yml ] || fail "no report"
    decides TRUE 0 check p.json many.c
    sed "s/\"ghost\":[[:space:]]*0/\"ghost\": 7/" p.json >q.json
    refuses 65 'ghost' check q.json many.c
}
test_bad_proof_files() {
    many_program
    decides TRUE 0 verify --engine=modular --timeout=60 --proof=p.json many.c
    sed 's/inside == 1/inside < 2/' many.c >other.c
    refuses 65 'another program' check p.json other.c
    : >empty.json
    refuses 65 'not JSON' check empty.json many.c
    head -c 500 p.json >cut.json
    refuses 65 'not JSON' check cut.json many.c
    echo '{"tool": "heddle"}' >x.json
    refuses 65 'not a proof' check x.json many.c
    echo '{"proof_format": 1, "options": [], "proofs": [{}]}' >x.json
    refuses 65 'missing' check x.json many.c
    echo '{"proof_format": 1, "options": ["--nonsense"], "proofs": []}' >x.json
    refuses 65 'nonsense' check x.json many.c
    refuses 64 'unknown pass' check --without-pass=x p.json many.c
    echo '{"proof_format": 7, "options": [], "proofs": []}' >x.json
    refuses 65 'format' check x.json many.c
    sed 's/"proves":.*/"proves": [7],/' p.json >x.json
    refuses 65 'check that the program does not have' check x.json many.c
    sed 's/"eq 1 0x0 /"eq 7 0x0 /' p.json >x.json
    refuses 65 'well-formed' check x.json many.c
    head -c 10000000 /dev/zero | tr '\0' '[' >long.json
    refuses 65 'not JSON' check long.json many.c
    head -c 10000000 /dev/zero | tr '\0' 'x' >long.json
    refuses 65 'not JSON' check long.json many.c
    head -c 100000 /dev/urandom >random.json
    refuses 65 'not (JSON|a proof)' check random.json many.c
    refuses 65 'nowhere' check nowhere.json many.c
    refuses 65 'nowhere' check p.json nowhere.c
    refuses 65 'many.c' check many.c many.c
    refuses 64 'needs a proof' check p.json
    mkdir folder
    refuses 65 'folder' check folder many.c
}

# --- other commands, and what is generated ---

test_show() {
    good_program
    run_heddle show --summary good.c
    expect_status 0
    says out '^templates: 2$|^templates: 3$'
    says out '^instances: 3$'
    says out '^checks: 1$'
    says out '^unsupported: 0$'
    run_heddle show good.c
    expect_status 0
    says out 'c'
    run_heddle show --dot --raw good.c
    expect_status 0
    says out '^digraph'
}
# With all that is called in one body it has millions of instructions: the outline tells.
test_show_large() {
    {
        echo '#include <pthread.h>'
        echo 'int x; void missing(void); void f0(void) { x++; }'
        for k in $(seq 1 20); do echo "void f$k(void) { f$((k - 1))(); x ^= $k; f$((k - 1))(); }"; done
        echo 'void *t(void *p) { f20(); missing(); missing(); return p; }'
        echo 'int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); pthread_join(a, 0); }'
    } >x.c
    run_heddle show --summary --timeout 60 x.c
    expect_status 0
    says out '^form: outline$'
    says out '^creations: 1$'
    says out '^unsupported: 1$'
    [ "$(grep -c "^unsupported-reason: .*'missing'" out)" = 1 ] || fail "not once"
    printf '#include <stdio.h>\nint __VERIFIER_nondet_int(void); char t[9];\nint main(void) { return sprintf(t, "%%d%%s", __VERIFIER_nondet_int(), "abc"); }\n' >x.c
    run_heddle show --summary x.c
    [ "$(grep -c '^unsupported-reason: .*access outside any object' out)" = 1 ] || fail "a cause is not named once"
    printf 'int __VERIFIER_nondet_int(void), a[4]; int main(void) {\n a[__VERIFIER_nondet_int()] = 1;\n a[__VERIFIER_nondet_int()] = 2; }\n' >x.c
    run_heddle show --summary x.c
    [ "$(grep -c '^unsupported-reason: .*access outside any object' out)" = 1 ] || fail "a cause has a line for each position"
    says out '^unsupported-reason: x.c:2:[0-9]*: .*access outside any object [(]also 3:[0-9]*[)]$'
    says out '^not-covered: 0$'
    printf 'void first(void), second(void); int main(void) {\n first();\n second();\n first(); }\n' >x.c
    run_heddle show --summary x.c
    says out '^unsupported: 0$'
    says out '^not-covered: 2$'
    says out "^not-covered-reason: x.c:2:[0-9]*: call of 'first', which is not defined [(]also 4:[0-9]*[)]$"
    says out "^not-covered-reason: x.c:3:[0-9]*: call of 'second', which is not defined$"
    run_heddle show --summary --extern=havoc x.c
    says out '^not-covered: 0$'
    good_program
    run_heddle show --summary --outline good.c
    says out '^form: outline$'
    says out '^creations: 2$'
}
test_run() {
    good_program
    run_heddle run --print c good.c
    expect_status 0
    says out '^c = 2$'
    says out '^END: ended'
    echo 'int x; int main(void) { for (;;) x++; }' >x.c
    run_heddle run --steps=1000 x.c
    expect_status 2
    says out '^END: step limit reached'
}
test_help() {
    for c in verify cover show suite run; do
        run_heddle $c --help
        expect_status 0
        says out "^Usage: heddle $c "
        says out '--help'
    done
    run_heddle --help
    expect_status 0
    for c in verify cover show suite run; do says out "^  $c "; done
}
test_version() { run_heddle --version; expect_status 0; says out '^[0-9]+\.[0-9]+$'; [ "$(wc -l <out)" = 1 ] || fail "more than one line"; }
test_man_page() { run_heddle --generate man; expect_status 0; says out '^\.TH HEDDLE 1'; says out '\\-\\-timeout'; refuses 64 'poem' --generate poem; }
test_option_list_is_current() {
    run_heddle --generate markdown
    sed -n '/^<!-- generated/,/^<!-- end/p' "$root/docs/cli.md" | sed '1d;$d' | diff - out || fail "docs/cli.md: run scripts/update-docs"
    "$root/scripts/property-table" >table
    [ "$(wc -l <table)" -gt 5 ] || fail "hardly any properties"
    sed -n '/^<!-- made from/,/^<!-- end/p' "$root/docs/cli.md" | sed '1d;$d' | diff - table || fail "docs/cli.md: run scripts/update-docs"
}
test_install() {
    DESTDIR=$PWD/d cmake --install "$(dirname "$heddle")" --prefix /usr >/dev/null || fail "cmake --install"
    [ -x d/usr/bin/heddle ] && [ -s d/usr/share/man/man1/heddle.1 ] && [ -s d/usr/share/bash-completion/completions/heddle ] ||
        { find d; fail "something is not installed"; }
    find d -name LICENSE | grep -q . || fail "no LICENSE"
    good_program
    d/usr/bin/heddle verify good.c >out || fail "the installed heddle"
}
# monotone: predicates that it does not understand, and an abstraction that cover reads.
test_monotone_options() {
    cat >any.c <<'END'
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int lock, inside;
static void *thread(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(lock == 0);
    lock = 1;
    __VERIFIER_atomic_end();
    inside++;
    assert(inside == 1);
    inside--;
    lock = 0;
    return unused;
}
int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
END
    decides TRUE 0 verify --engine monotone --emit-tts good.tts --emit-template rows.txt --predicate 'lock == 1' any.c
    says rows.txt '^template thread, 2 threads; predicates lock == 1'
    decides UNKNOWN 2 verify --engine monotone --predicate 'nobody == 1' any.c
    says out 'no such variable'
    sed '/__VERIFIER_atomic_/d' any.c >bad.c
    decides FALSE 1 verify --engine monotone --emit-tts bad.tts bad.c
    run_heddle cover good.tts
    expect_status 0
    run_heddle cover bad.tts
    expect_status 1
}
# What wide leaves open, looked at closely: what is violated first, with its schedule, then candidates; and as reports in files.
test_close_words() {
    cat >program.c <<'END'
#include <pthread.h>
static int count, total, depth;
int steps(int n);
static void *work(void *unused)
{
    total++;
    count++;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    total = 5;
    depth = steps(5);
    count = 3;
    pthread_join(t, 0);
    return depth;
}
END
    decides FALSE 1 verify -p race --resolution=close --undefined=assume --timeout 10 --json=x.json --sarif=x.sarif program.c
    says out '^total: 0 pairs proved, 2 violated, 0 open$'
    says out '^    violated: program.c:14: write in main by main; program.c:6: write in work by work$'
    says out 'note: main is about to write total$'
    says out '^count: 0 pairs proved, 2 candidates, 0 open$'
    says out "relies on what 'steps' does .it is not defined. at program.c:15"
    [ "$(sed -n '/^[a-z]*: /s/:.*//p' out | head -n 1)" = total ] || fail "what is violated does not come first"
    says out '^checks: 0 proved, 2 violated, 2 open$'
    "$json_look" x.json verdict=FALSE violated=2 open=2 || fail "JSON"
    says x.json 'a candidate: the schedule'
    says x.sarif "race on 'total' can happen"
    decides UNKNOWN 2 verify -p race --engine wide --undefined=assume --json=x.json program.c
    "$json_look" x.json verdict=UNKNOWN violated=0 open=4 || fail "JSON of wide"
    decides UNKNOWN 2 verify -p race --engine wide --html=x.html program.c
    says x.html '<text class="name"[^>]*>work</text>'
    says x.html 'Protected by'
    says x.html '<strong>write</strong> program.c:16'
    says x.html 'count = 3;'
    says x.html 'no lock is certainly held'
    refuses 64 'no proof or schedule' verify -p race --engine wide --witness=x.graphml program.c
    refuses 64 'no proof or schedule' verify -p locks --engine wide --proof=x.json program.c
}
# It takes a while to look closely at it.
puzzling_program() {
    cat >program.c <<'END'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, total, length, limit;
static void *work(void *unused)
{
    count++;
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t t;
    if (argc < 3)
        return 1;
    length = atoi(argv[1]);
    limit = atoi(argv[2]);
    pthread_create(&t, 0, work, 0);
    if (length > 1 && limit > 1 && (long)length * limit == 2305843009213693951) /* a prime number */
        count = 7;
    pthread_mutex_lock(&lock);
    total = 3;
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    return 0;
}
END
}
# Ctrl-C, or the end of a batch job, while what is open is looked at closely: what was found by then is printed.
test_close_interrupted() {
    puzzling_program
    for signal in INT TERM; do
        : >err
        "$heddle" verify -v -p race --resolution=close --undefined=assume --timeout=100 program.c >out 2>err &
        pid=$!
        for _ in $(seq 300); do
            grep -q 'cut: ' err && break
            sleep 0.2
        done
        kill -$signal $pid
        wait $pid
        status=$?
        expect_status 2
        says out '^total: |^checks: [1-9][0-9]* proved, 0 violated, [1-9][0-9]* open$'
        says out '^VERDICT: UNKNOWN .*interrupted'
    done
}
# The process that looks closely is stopped by force, here because it hangs: what the survey said is printed all the same.
test_survey_is_kept() {
    puzzling_program
    : >err
    "$heddle" verify -v -p race --resolution=close --undefined=assume --timeout=5 program.c >out 2>err &
    pid=$!
    for _ in $(seq 300); do
        grep -q 'cut: ' err && break
        sleep 0.02
    done
    for child in $(ps -o pid= --ppid $pid); do
        kill -STOP "$child"
    done
    wait $pid
    status=$?
    expect_status 2
    says out '^checks: [1-9][0-9]* proved, 0 violated, [1-9][0-9]* open$'
    says err 'warning: time limit reached; this was found by then'
}
# Memory of many places that the same accesses go to is one entry, and of very many pairs of one variable a part is enough.
test_whole_many_pairs() {
    {
        printf '#include <pthread.h>\n#include <stdlib.h>\nstruct node { struct node *next; int value; } *list;\nint many;\n'
        for k in $(seq 20); do
            printf 'void make%u(void)\n{\n    struct node *x = malloc(sizeof *x);\n    if (!x)\n        exit(1);\n    x->next = list;\n    list = x;\n}\n' "$k"
        done
        printf 'void *work(void *unused)\n{\n    for (struct node *x = list; x; x = x->next)\n        x->value++;\n'
        for k in $(seq 70); do
            printf '    many = %u;\n' "$k"
        done
        printf '    return unused;\n}\nint main(void)\n{\n    pthread_t a, b;\n'
        for k in $(seq 20); do
            printf '    make%u();\n' "$k"
        done
        printf '    pthread_create(&a, 0, work, 0);\n    pthread_create(&b, 0, work, 0);\n    return 0;\n}\n'
    } >program.c
    decides UNKNOWN 2 verify -p race --engine wide --undefined=assume program.c
    says out '^malloc@[0-9]*.value .and 19 objects like it.: 0 pairs proved, 2 open$'
    [ "$(grep -c 'value' out)" = 1 ] || fail "one of many objects is enough"
    says out '^many: 0 pairs proved, 2000 open or more$'
    says out '^checks: [0-9]+ proved, 0 violated, 2002 open$'
}
# A program with options, texts, buffers, a log and recursion: its race is the first candidate, whatever is decided on the way to it by what heddle takes to be any value; and the
# one that is protected is proved.
test_close_candidates() {
    cat >program.c <<'END'
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
struct job {
    int socket;
    long offset, end;
    char name[256];
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long written, asked;
static struct job *jobs;
static int depth(const char *path) { return !*path ? 0 : (*path == '/') + depth(path + 1); }
static void say(const char *format, ...)
{
    va_list list;
    char line[512];
    snprintf(line, sizeof line, "<log> %s", format);
    va_start(list, format);
    vfprintf(stderr, line, list);
    va_end(list);
}
static void *fetch(void *p)
{
    struct job *j = p;
    char buffer[4096], *text;
    long n = recv(j->socket, buffer, sizeof buffer, 0);
    if (n < 0) {
        say("failed: %s\n", j->name);
        pthread_exit(NULL);
    }
    text = strstr(buffer, "HTTP/1.1 206");
    if (!text)
        exit(1);
    while (*text != '\n')
        text++;
    while (j->offset < j->end) {
        long now = write(1, text, n);
        j->offset += now;
        pthread_mutex_lock(&lock);
        written += now;
        asked++;
        pthread_mutex_unlock(&lock);
        say("%ld of %ld\n", written, j->end);
    }
    return NULL;
}
static int options(int argc, char **argv)
{
    int c, count = 0;
    while ((c = getopt(argc, argv, "n:")) != -1)
        if (c == 'n')
            count = atoi(optarg);
        else
            exit(1);
    return count;
}
int main(int argc, char **argv)
{
    int count = options(argc, argv);
    pthread_t *threads;
    if (count < 1 || depth(argv[1]) > 5)
        return 1;
    jobs = calloc(count, sizeof *jobs);
    threads = calloc(count, sizeof *threads);
    for (int i = 0; i < count; i++) {
        snprintf(jobs[i].name, sizeof jobs[i].name, "%s.%d", argv[1], i);
        jobs[i].socket = socket(AF_INET, SOCK_STREAM, 0);
        jobs[i].end = 4096;
        pthread_create(&threads[i], NULL, fetch, &jobs[i]);
    }
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
END
    decides UNKNOWN 2 verify -p race --resolution=close --undefined=assume --timeout 15 program.c
    says out '^written: [0-9]* pairs proved, 1 candidate, 0 open$'
    says out '^    candidate: program.c:44: write in fetch by fetch holding lock; program.c:47: read in fetch by fetch$'
    says out 'relies on .*, which is left open'
    says out 'note: fetch.*is about to write written, holding lock$'
    says_not out '__heddle'
    [ "$(sed -n '/^[a-z]*: /s/:.*//p' out | head -n 1)" = written ] || fail "the candidate does not come first"
    sed 's/say("%ld of %ld.*/;/' program.c >twin.c
    decides UNKNOWN 2 verify -p race --resolution=close --undefined=assume --timeout 6 twin.c
    says_not out '^written'
    # What library functions do to variables that the program looks at is not left out.
    cat >option.c <<'END'
#include <pthread.h>
#include <unistd.h>
static int x;
static void *work(void *unused) { return x = 1, unused; }
int main(int argc, char **argv)
{
    pthread_t t;
    getopt(argc, argv, "n:");
    if (!optarg)
        return 0;
    pthread_create(&t, 0, work, 0);
    x = 2;
    pthread_join(t, 0);
    return 0;
}
END
    decides FALSE 1 verify -p race --resolution=close --undefined=assume --timeout 12 option.c
    says out '^x: 0 pairs proved, 1 violated, 0 open$'
}
# Members of structures in an array from malloc whose length is not known have their names.
test_wide_members_of_arrays() {
    cat >program.c <<'END'
#include <pthread.h>
#include <stdlib.h>
struct part { int from, to; long sum; };
static struct part *parts;
static void *work(void *p)
{
    struct part *mine = p;
    mine->sum = mine->to - mine->from;
    return 0;
}
int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    parts = malloc(argc * sizeof *parts);
    if (!parts)
        return 1;
    pthread_create(&t, 0, work, &parts[argc - 1]);
    parts[argc - 1].sum = 1;
    return 0;
}
END
    decides UNKNOWN 2 verify -p race --engine wide --undefined=assume program.c
    says out '^malloc@15\[\]\.sum: '
}
# The engine wide: by variable, what is most likely a race first; who makes the accesses, holding what; and what proves the others.
test_wide_words() {
    cat >program.c <<'END'
#include <pthread.h>
extern void elsewhere(int *);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int flag, mostly, given;
static void *work(void *unused)
{
    flag = 1;
    pthread_mutex_lock(&m);
    mostly++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t a;
    mostly = 1;
    pthread_create(&a, 0, work, 0);
    pthread_mutex_lock(&m);
    mostly--;
    pthread_mutex_unlock(&m);
    elsewhere(&given);
    return flag + mostly;
}
END
    decides UNKNOWN 2 verify -p race --engine wide --undefined=assume program.c
    sed -n 1p out >first
    says first '^mostly: [1-9][0-9]* pairs proved, 1 open$'
    says out '^    program.c:22: read in main by main; program.c:9: write in work by work holding m$'
    says out '^flag: 0 pairs proved, 1 open$'
    says out '^not known: elsewhere \(program.c:21\)$'
    says out '^assumed: functions without body read and write what their arguments point to'
    decides UNKNOWN 2 verify -p race --engine wide --undefined=assume --extern=havoc --verbose program.c
    says out '^assumed: functions without body do anything'
    says out '^    program.c:19: write in main; program.c:9: write in work: lock m$'
    says out 'before the thread is created \(line 17\)$'
}
# Deadlocks and uses of locks by the engine wide: circles are candidates, other reasons are lines; reports have them too.
test_wide_waits() {
    cat >program.c <<'END'
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    while (x)
        ;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}
END
    decides UNKNOWN 2 verify -p deadlock --engine wide --undefined=assume --json=x.json --sarif=x.sarif program.c
    says out '^candidate program.c:[0-9]+  (work|main) holds [ab] and waits for [ab] in (work|main)$'
    says out '^          program.c:[0-9]+  (work|main) holds [ab] and waits for [ab] in (work|main)$'
    says out '^open      program.c:[89]  a loop or a recursion may not end while a lock is held in work$'
    "$json_look" x.json verdict=UNKNOWN proved=0 open=1 || fail "JSON of deadlocks"
    says x.json 'a candidate: line [0-9]+ holds . and waits for ., line [0-9]+ holds . and waits for .'
    says x.sarif '"Deadlock"'
    decides TRUE 0 verify -p locks --engine wide --undefined=assume --json=x.json program.c
    "$json_look" x.json verdict=TRUE proved=8 open=0 || fail "JSON of locks"
}
# The proof that the engine wide writes is checked step by step; changed in one fact it does not hold, and of another program it says nothing.
test_wide_proof() {
    cat >program.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int before, under;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    under += before;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    before = 1;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    under++;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return under;
}
END
    decides TRUE 0 verify -p race --engine wide --undefined=assume --proof=proof.json program.c
    decides TRUE 0 check -p race --undefined=assume proof.json program.c
    says out '^proof: 3 pairs of accesses under a common lock, [1-9][0-9]* never at the same time$'
    decides TRUE 0 verify -p race --undefined=assume program.c
    says out "no race on 'under' .*\(wide, by proof\)"
    sed 's/"held":\[\],"begun":\[\],"ended":\[\]/"held":[0],"begun":[],"ended":[]/' proof.json >changed.json
    decides UNKNOWN 2 check -p race --undefined=assume changed.json program.c
    says out '^proof does not hold: what is said of the beginning of main does not hold$'
    sed 's/"creates":\[1\]/"creates":[]/' proof.json >changed.json
    decides UNKNOWN 2 check -p race --undefined=assume changed.json program.c
    says out '^proof does not hold: a summary does not say that a thread may be created at line 15$'
    sed 's/    under++;/    pthread_mutex_unlock(\&m); under++; pthread_mutex_lock(\&m);/' program.c >other.c
    decides UNKNOWN 2 check -p race --undefined=assume proof.json other.c
    says out 'not covered \(first: lines 17 and 7\)'
    sed 's/"shared":/"other":/' proof.json >changed.json
    refuses 65 'parts of it are missing' check -p race --undefined=assume changed.json program.c
    refuses 65 'without the option' check -p race --undefined=assume -DX proof.json program.c
}
# Records that belong to the thread whose id is in them: the check of a proof sees that, and sees where it is not so.
test_wide_owner() {
    cp "$root/tests/programs/wide_owner.c" program.c
    decides TRUE 0 verify -p race --engine wide --undefined=assume --proof=proof.json program.c
    decides TRUE 0 check -p race --undefined=assume proof.json program.c
    says out ', 13 on records of different threads$'
    for other in last other moved detached created; do
        cp "$root/tests/programs/wide_owner_${other}_bug.c" program.c
        decides UNKNOWN 2 verify -p race --engine wide --undefined=assume --proof=proof.json program.c
        decides UNKNOWN 2 check -p race --undefined=assume proof.json program.c
        says out ', [0-9]* not covered '
    done
}
# Every command of the README that starts with ./heddle works, and the counterexample is the one that heddle prints.
test_readme() {
    sed -n 's/^    \$ \.\/heddle \([^#]*\).*/\1/p' "$root/README.md" >commands
    [ "$(wc -l <commands)" -gt 3 ] || fail "the README has no commands"
    cd "$root" || exit 1
    while read -r line; do
        # shellcheck disable=SC2086
        "$heddle" $line >"$folder/out" 2>"$folder/err" </dev/null
        status=$?
        [ $status -le 2 ] || { cat "$folder/err"; fail "README: ./heddle $line: status $status"; }
    done <"$folder/commands"
    "$heddle" verify --engine=explore examples/lost_update.c >"$folder/out" # auto may ask whoever answers first
    sed -n '/^<!-- printed by heddle/,/^<!-- end/p' README.md | sed -n 's/^    //p' | sed 1d | diff - "$folder/out" ||
        fail "README: run scripts/update-docs"
}
# The page for a whole program speaks of a mutex by its name, whatever the C library has inside it.
test_wide_page_of_mutexes() {
    cat >x.c <<'END'
#include <pthread.h>
struct queue { int count; pthread_mutex_t guard; } q;
pthread_mutex_t m;
void *f(void *p)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&q.guard);
    q.count++;
    pthread_mutex_unlock(&q.guard);
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_mutex_init(&m, 0);
    pthread_mutex_init(&q.guard, 0);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return q.count;
}
END
    decides TRUE 0 verify --engine=wide --property=race --html=x.html --undefined=assume x.c
    says x.html '<code>q.guard</code>'
    says x.html '<code>m</code>'
    says_not x.html '__data'
    says_not out '__data'
}
# The time ends while a report is written, here into a FIFO that nobody reads: the answer is printed, and a report of an earlier run is gone.
test_slow_report() {
    mkfifo slow
    echo old >old.json
    touch -d '1 hour ago' old.json
    decides FALSE 1 verify --timeout=3 --html=slow --trace=old.json "$root/examples/lost_update.c"
    says err 'warning: time limit reached; this was found by then, and the reports were still being written$'
    [ ! -e old.json ] || says_not old.json '^old$'
    decides TRUE 0 verify -p all --timeout=4 --html=slow "$root/examples/ticket_lock.c"
    says out '^property deadlock: TRUE'
}

# What input and outputs may do: cases in the words of run. Each starts in an empty folder.
# shellcheck shell=sh disable=SC2154

good_program() { printf '#include <assert.h>\nint c;\nint main(void) { c = 1; assert(c == 1); }\n' >good.c; }
bad_program() { printf '#include <assert.h>\nint c;\nint main(void) { c = 1; assert(c == 2); }\n' >bad.c; }
# UNKNOWN at once: something that is not modelled comes before the assertion.
open_program() { printf '#include <assert.h>\nint x;\nint main(int n) { if (n > 3) __asm__ volatile("fnop" : "+m"(x)); assert(x == 0); }\n' >open.c; }
unchanged() { cmp -s "$1" "$2" || fail "$1 was changed"; }
# leaves_nothing: no files but those named.
only_files() { [ "$(ls -A | sort | tr '\n' ' ')" = "$* " ] || { ls -A; fail "not only $*"; }; }
# a plugin that is never built: that clang looks for it is enough
saw_plugin() { says_not err 'plugin'; says_not out 'plugin'; }

# --- names of files ---

test_response_file() {
    printf -- '-fplugin=./plugin.so\n' >x.c
    printf 'int main(void) { return 0; }\n' >@x.c
    decides TRUE 0 verify @x.c
    saw_plugin
    run_heddle show --summary @x.c
    expect_status 0
    mkdir @d
    printf 'int main(void) { return 0; }\n' >@d/y.c
    decides TRUE 0 verify @d/y.c
}
test_name_like_an_option() {
    good_program
    cp good.c ./-fplugin=x.c
    decides TRUE 0 verify -- -fplugin=x.c
    saw_plugin
    cp good.c ./-zebra.c
    refuses 64 "unknown option '-z'; '--' comes before files" verify -zebra.c
}
# The file that was preprocessed is not here: its lines are those that the line markers say.
test_preprocessed_elsewhere() {
    printf '#include <assert.h>\nint c;\n#define TWO 2\nint main(void)\n{\n    c = TWO;\n    assert(c == 1);\n}\n' >gone.c
    gcc -E -o here.i gone.c
    rm gone.c
    decides FALSE 1 verify --html=page.html --sarif=x.sarif here.i
    says out '^gone.c:6:7: note: *main [|] c = 2; +[|] c = 2$'
    says page.html '"lines":.*"    c = 2;"'
    printf '# 4000000000 "gone.c"\nint x;\n# 1 "gone.c' >odd.i
    run_heddle verify odd.i
    expect_status 65
}
# Whoever started heddle may ignore what becomes of children, and block signals: that is inherited.
test_ignored_children() {
    bad_program
    sh -c 'trap "" CHLD; exec "$@"' sh "$heddle" verify bad.c >out 2>err
    status=$?
    expect_status 1
    says out '^VERDICT: FALSE$'
}
test_names_with_blanks_and_newlines() {
    good_program
    bad_program
    mkdir 'a b'
    cp good.c 'a b/c d.c'
    decides TRUE 0 verify 'a b/c d.c'
    name=$(printf 'x\nVERDICT: TRUE\n.c')
    cp bad.c "$name"
    decides FALSE 1 verify --json=x.json --sarif=x.sarif "$name"
    [ "$(grep -c '^VERDICT: ' out)" = 1 ] || fail "the name of a file made a verdict"
    "$json_look" x.json verdict=FALSE || fail "not JSON"
    "$json_look" x.sarif version=2.1.0 || fail "not JSON"
}

# --- replay ---

trace_program() {
    bad_program
    run_heddle verify --trace=t.json bad.c
    expect_status 1
}
test_replay_takes_data() {
    trace_program
    # arguments
    for flag in -fplugin=./x.so -B. -specs=x '@x' --config=x -Xclang '-o' '-wrapper'; do
        sed "s|\"arguments\":.*|\"arguments\": [\"$flag\"],|" t.json >e.json
        refuses 65 "its 'arguments' cannot be right" replay e.json
    done
    # files
    sed 's|"files":.*|"files": ["evil.o"],|' t.json >e.json
    refuses 65 "its 'files' cannot be right" replay e.json
    # values become C
    sed 's|"inputs":.*|"inputs": [{"thread": 0, "line": 1, "column": 1, "value": "0};\\n#include \\"evil.h\\"\\n//"}],|' t.json >e.json
    refuses 65 "its 'value' cannot be right" replay e.json
    sed 's|"inputs":.*|"inputs": [{"thread": 7, "line": 1, "column": 1, "value": "0"}],|' t.json >e.json
    refuses 65 "its 'thread' cannot be right" replay e.json
    sed 's|"ends":.*|"ends": [-5],|' t.json >e.json
    refuses 65 "its 'ends' cannot be right" replay e.json
    sed 's|"property":.*|"property": "beauty",|' t.json >e.json
    refuses 65 "its 'property' cannot be right" replay e.json
    for garbage in '' '[]' '{' '{"files": 3}' 'null' '{"files": ["a.c"], "schedule": []}'; do
        printf '%s' "$garbage" >e.json
        refuses 65 'e.json' replay e.json
    done
}
test_replay_with_flags() {
    printf '#include <assert.h>\n#include "v.h"\nint c;\nint main(void) { c = V; assert(c == W); }\n' >bad.c
    mkdir 'in c'
    echo '#define V 3' >'in c/v.h'
    run_heddle verify -I 'in c' -DW=4 --trace=t.json bad.c
    expect_status 1
    run_heddle replay t.json
    expect_status 1
    says out '^replayed: 1 of 1$'
}
test_replay_keep() {
    trace_program
    mkdir mine
    echo precious >mine/runtime.c
    cp mine/runtime.c precious
    refuses 64 'keep' replay --keep=mine t.json
    unchanged mine/runtime.c precious
    echo precious >a_file
    refuses 64 'keep' replay --keep=a_file t.json
    unchanged a_file precious
    run_heddle replay --keep=@kept t.json
    expect_status 1
    [ -x @kept/program ] || fail "no program in the folder"
}
test_replay_folder_is_removed() {
    trace_program
    mkdir tmp
    TMPDIR=$PWD/tmp run_heddle replay t.json
    expect_status 1
    [ -z "$(ls -A tmp)" ] || fail "something is left in the folder"
}

# --- outputs ---

test_input_is_never_output() {
    good_program
    cp good.c keep.c
    cp good.c other.c
    ln good.c hard.c
    ln -s good.c soft.c
    for o in json sarif witness html trace proof emit-tts emit-template; do
        for name in good.c ./good.c hard.c soft.c; do
            refuses 64 "--$o would overwrite the input good.c" verify --$o=$name good.c
            unchanged good.c keep.c
        done
    done
    refuses 64 'would overwrite the input other.c' verify --json=other.c good.c other.c
    unchanged other.c keep.c
    for o in json sarif witness html trace proof emit-tts emit-template; do # as if it took no name
        refuses 64 "--$o would overwrite other.c" verify --$o other.c good.c
        unchanged other.c keep.c
    done
    printf 'vars\n' >a.spec
    refuses 64 'overwrite' cover --json a.spec b.spec
    [ "$(cat a.spec)" = vars ] || fail "a.spec was changed"
    printf '1 2\n' >x.tts
    printf '0|1' >x.prop
    refuses 64 'overwrite' cover --json=x.tts --init=0/0 x.tts
    refuses 64 'overwrite' cover --proof=x.prop --init=0/0 x.tts
    [ "$(cat x.prop)" = '0|1' ] || fail "x.prop was changed"
    printf '[{"directory": "%s", "file": "good.c", "command": "cc -c good.c"}]' "$PWD" >compile_commands.json
    cp compile_commands.json before
    refuses 64 'overwrite' verify --json=compile_commands.json compile_commands.json
    unchanged compile_commands.json before
    mkdir s
    cp good.c s/x-good.c
    printf '[{"directory": "%s", "file": "good.c", "command": "cc -c good.c"}, {"directory": "%s", "file": "s/x-good.c", "command": "cc -c x"}]' "$PWD" "$PWD" >compile_commands.json
    refuses 64 'overwrite' verify --json=s/x.c compile_commands.json
    unchanged s/x-good.c keep.c
}
test_suite_input_is_never_output() {
    good_program
    cp good.c keep.c
    printf "format_version: '2.0'\ninput_files: 'good.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\n" >x.yml
    cp x.yml keep.yml
    refuses 64 'overwrite' suite --csv=good.c x.yml
    refuses 64 'overwrite' suite --csv=x.yml x.yml
    cp x.yml y.yml
    refuses 64 'overwrite' suite --csv x.yml y.yml
    unchanged good.c keep.c
    unchanged x.yml keep.yml
    echo 'task,property,expected,verdict,result,wall_s,cpu_s,memory_mb,reason' >old.csv
    refuses 64 'overwrite' suite --csv=old.csv --compare=old.csv x.yml
}
test_two_outputs_of_one_name() {
    good_program
    refuses 64 'the same file' verify --json=x --sarif=./x good.c
    refuses 64 'the same file' verify --json=x --html="$PWD/x" good.c
    only_files err good.c line out
}
test_outputs_replace_regular_files() {
    good_program
    echo old >x.json
    chmod 640 x.json
    ln -s x.json link.json
    decides TRUE 0 verify --json=link.json good.c
    [ -L link.json ] || fail "the link is gone"
    "$json_look" x.json verdict=TRUE || fail "not written through the link"
    [ "$(stat -c %a x.json)" = 640 ] || fail "the mode was changed"
    (umask 027 && "$heddle" verify --json=new.json good.c >out)
    [ "$(stat -c %a new.json)" = 640 ] || fail "the mode of a new file"
    only_files err good.c last last_but_one link.json new.json out x.json
}
test_failed_write_keeps_the_old_file() {
    good_program
    mkdir d
    echo old >d/x.json
    chmod 555 d
    [ -w d ] && { chmod 755 d; return 0; } # root writes everywhere
    refuses 65 'd/x.json' verify --json=d/x.json good.c
    [ "$(cat d/x.json)" = old ] || fail "the old file is gone"
    chmod 755 d
}
test_unwritable_outputs_are_seen_first() {
    good_program
    mkdir folder
    for o in json sarif witness html trace proof; do
        refuses 65 'nowhere/x' verify --$o=nowhere/x good.c
        refuses 65 'folder' verify --$o=folder good.c
    done
    printf '1 2\n' >x.tts
    refuses 65 'nowhere/x' cover --json=nowhere/x --init=0/0 --target='0|0' x.tts
    only_files err folder good.c line out x.tts
}
# A FIFO stands for every file that is not a regular one.
test_fifo_as_output() {
    good_program
    open_program
    mkfifo pipe
    cat pipe >got &
    decides TRUE 0 verify --json=pipe good.c
    wait
    [ -p pipe ] || fail "the FIFO is gone"
    "$json_look" got verdict=TRUE || fail "the FIFO got no JSON"
    decides UNKNOWN 2 verify --witness=pipe open.c
    [ -p pipe ] || fail "the FIFO is gone"
    head -c 1 pipe >/dev/null & # a reader that leaves
    run_heddle verify --html=pipe good.c
    wait
    says_not err 'bug in heddle'
    [ -p pipe ] || fail "the FIFO is gone"
}
test_device_as_output() {
    open_program
    good_program
    mknod node c 1 3 2>/dev/null || return 0 # only root makes nodes
    [ -c node ] && echo x 2>/dev/null >node || return 0 # and not everywhere may they be used
    decides UNKNOWN 2 verify --witness=node open.c
    [ -c node ] || fail "the node is gone"
    for o in json sarif witness html trace proof; do
        decides TRUE 0 verify --$o=node good.c
        [ -c node ] || fail "the node is gone: --$o"
    done
}
test_standard_output_by_name() {
    good_program
    "$heddle" verify --json=/dev/stdout good.c >all 2>err || fail "status"
    sed '/^}/q' all >x.json
    "$json_look" x.json verdict=TRUE || fail "the JSON is overwritten"
    [ "$(tail -n 1 all)" = 'VERDICT: TRUE' ] || fail "the verdict is not the last line"
    "$heddle" verify --json=/dev/stdout good.c 2>err | sed '/^}/q' >x.json
    "$json_look" x.json verdict=TRUE || fail "no JSON on a pipe"
}
test_interrupted_run_keeps_the_witness() {
    cat >endless.c <<'XX'
#include <assert.h>
#include <pthread.h>
int a, b, c;
void *f(void *x) { for (;;) { a += 3; if (b == 77777) c = a; } }
void *g(void *x) { for (;;) { b += 5; if (a == c + 12345) b ^= c; } }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    for (;;)
        assert(a != 1 || b != 2 || c != 3 || a != b);
}
XX
    echo old >x.yml
    "$heddle" verify --witness=x.yml endless.c >out 2>err &
    sleep 2
    kill -INT $!
    wait $!
    [ $? = 2 ] || fail "status of an interrupted run"
    [ "$(cat x.yml)" = old ] || fail "the old witness is gone"
}

# --- compile_commands.json ---

# database FLAGS...: main.c is compiled with them, in both forms of the database.
with_database() { # with_database VERDICT STATUS FLAGS-AS-JSON FLAGS-FOR-A-SHELL
    printf '[{"directory": "%s", "file": "main.c", "arguments": ["cc", %s, "-c", "main.c"]}]' "$PWD" "$3" >compile_commands.json
    decides "$1" "$2" verify compile_commands.json
    printf '[{"directory": "%s", "file": "main.c", "command": "cc %s -c main.c"}]' "$PWD" "$4" >compile_commands.json
    decides "$1" "$2" verify compile_commands.json
}
test_database_undefine() {
    printf '#include <assert.h>\nint main(void) {\n#ifdef X\nassert(0);\n#endif\nreturn 0; }\n' >main.c
    with_database FALSE 1 '"-DX"' '-DX'
    with_database TRUE 0 '"-DX", "-UX"' '-DX -U X'
    with_database FALSE 1 '"-UX", "-D", "X"' '-UX -DX'
    decides TRUE 0 verify -DX -UX main.c
    decides FALSE 1 verify -UX -D X main.c
}
test_database_char() {
    printf '#include <assert.h>\nint main(void) { char c = (char)200; assert(c > 0); }\n' >main.c
    with_database FALSE 1 '"-fsigned-char"' '-fsigned-char'
    with_database TRUE 0 '"-funsigned-char"' '-funsigned-char'
    with_database FALSE 1 '"-funsigned-char", "-fsigned-char"' '-funsigned-char -fsigned-char'
    decides TRUE 0 verify -funsigned-char main.c
}
test_common() { # gcc before version 10: what two files declare is one variable
    echo 'int both; void set(void); int main(void) { set(); return both - 3; }' >main.c
    printf '#include <assert.h>\nint both; void set(void) { assert(both == 0); both = 3; }\n' >other.c
    decides TRUE 0 verify -fcommon main.c other.c
    "$heddle" verify -fcommon -fno-common main.c other.c >out 2>err
    [ $? = 65 ] || fail "two variables of one name are linked"
}
test_database_includes() {
    mkdir first second after
    echo '#define V 1' >first/v.h
    echo '#define V 2' >second/v.h
    echo '#define V 3' >after/v.h
    printf '#include <assert.h>\n#include <v.h>\nint main(void) { assert(V == 1); }\n' >main.c
    with_database TRUE 0 '"-Ifirst", "-isystem", "second"' '-Ifirst -isystem second'
    with_database TRUE 0 '"-isystem", "second", "-Ifirst"' '-isystem second -Ifirst'
    with_database FALSE 1 '"-isystem", "second", "-isystem", "first"' '-isystem second -isystem first'
    with_database TRUE 0 '"-idirafter", "after", "-isystem", "first"' '-idirafter after -isystem first'
    with_database TRUE 0 '"-iquote", "second", "-Ifirst"' '-iquote second -Ifirst' # <v.h> is not looked for there
    printf '#include <assert.h>\nint main(void) { assert(V == 1); }\n' >main.c
    with_database TRUE 0 '"-include", "first/v.h"' '-include first/v.h'
    with_database TRUE 0 '"-Ifirst", "-imacros", "v.h"' '-Ifirst -imacros v.h'
    decides FALSE 1 verify -include second/v.h main.c
}
test_database_standard() {
    printf '#include <assert.h>\nint main(void) { assert(__STDC_VERSION__ == 199901L); }\n' >main.c
    with_database TRUE 0 '"-std=c99"' '-std=c99'
    with_database TRUE 0 '"--std=c99"' '--std=c99'
    says_not err 'not honoured'
    with_database FALSE 1 '"-std=c99", "-std=gnu11"' '-std=c99 -std=gnu11'
    decides TRUE 0 verify -std=c99 main.c
}
test_database_response_file() {
    printf '#include <assert.h>\nint main(void) { assert(X == 5 && sizeof(W) == 6); }\n' >main.c
    printf -- '-DX=5 "-DW=\\"a  b c\\""' >flags.rsp
    printf -- '@flags.rsp' >outer.rsp
    printf '#include <assert.h>\nint main(void) { assert(X == 5 && sizeof(W) == 7); }\n' >main.c
    with_database TRUE 0 '"@outer.rsp"' '@outer.rsp'
    printf -- '@loop.rsp' >loop.rsp
    printf '[{"directory": "%s", "file": "main.c", "arguments": ["cc", "-DX=5", "-DW=\\"123456\\"", "@loop.rsp", "@gone.rsp"]}]' "$PWD" >compile_commands.json
    decides TRUE 0 verify compile_commands.json
    says err 'warning: main.c: .*@loop.rsp.*@gone.rsp'
}
test_database_names_what_it_ignores() {
    printf '#include <assert.h>\nint main(void) { assert(1); }\n' >main.c
    with_database TRUE 0 '"-fopenmp", "-march=native", "-O2", "-Wall", "-o", "x.o", "-fPIC", "-MD", "-MF", "x.d"' '-fopenmp -march=native'
    says err "warning: main.c: flags that may change its meaning are not honoured: -fopenmp -march=native$"
    echo 'int other;' >other.c
    printf '[{"directory": "%s", "file": "main.c", "arguments": ["cc", "-fopenmp", "-c", "main.c"]},
             {"directory": "%s", "file": "other.c", "arguments": ["cc", "-fopenmp", "-c", "other.c"]}]' "$PWD" "$PWD" >compile_commands.json
    decides TRUE 0 verify compile_commands.json --with other.c
    says err 'warning: main.c: flags'
    says err 'warning: other files have such flags, too'
    says_not err 'warning: other.c'
    for flag in -fplugin=./plugin.so -B. -specs=x -wrapper --config=x; do
        with_database TRUE 0 "\"$flag\"" "$flag"
        says err "not honoured: $flag"
    done
    printf '[{"directory": "%s", "file": "main.c", "arguments": ["./evil", "-O2", "-g", "-c", "main.c"]}]' "$PWD" >compile_commands.json
    printf '#!/bin/sh\ntouch %s/ran\n' "$PWD" >evil
    chmod +x evil
    decides TRUE 0 verify compile_commands.json
    says_not err 'not honoured'
    [ ! -e ran ] || fail "the compiler of the database was run"
}
test_flags_of_compilers() {
    printf '#include <assert.h>\nint main(void) { assert(X == 1); }\n' >main.c
    decides TRUE 0 verify -O2 -g -Wall -Wextra -pedantic -fPIC -pipe -pthread -lm -L. -c -o main.o -MMD -MF main.d -DX=1 main.c
    [ ! -e main.o ] && [ ! -e main.d ] || fail "outputs of a compiler were written"
    decides FALSE 1 verify -Wp,-DX=2 -O3 main.c
    decides TRUE 0 verify -t9 -M900 -q -DX=1 main.c
    refuses 64 "option '--machine'" verify -march=native -DX=1 main.c
    refuses 64 'unknown option' verify -fplugin=x main.c
    refuses 64 'unknown option' verify -Wp,-fplugin=x main.c
}
test_preprocessed_by_gcc() {
    printf '# 1 "x.c"\nextern void free(void *);\nextern void *get(unsigned long) __attribute__((__malloc__ (free, 1)));\nvoid *get(unsigned long n) { return (void *)n; }\nint main(void) { return get(0) != 0; }\n' >x.i
    decides TRUE 0 verify x.i
}
test_floats_that_clang_does_not_know() {
    printf '#include <stdlib.h>\n#include <math.h>\n#include <complex.h>\n#include <assert.h>\nint main(void) { assert(0.1f + 0.2f == 0.3f); assert(sqrt(2.0) * sqrt(2.0) != 2.0); return 0; }\n' >y.c
    for cc in gcc clang-19; do
        $cc -D_GNU_SOURCE -E -o y.i y.c
        decides TRUE 0 verify y.i
        decides TRUE 0 verify --property=overflow y.i
    done
    sed 's/!= 2.0/== 2.0/g' y.i >y_bug.i
    decides FALSE 1 verify y_bug.i
    printf '# 0 "z.c"\n_Float32 a; _Float64 b; _Float64x c; _Float128 d;\nint main(void) { int sizes[] = {sizeof a, sizeof b, sizeof c, sizeof d}; return sizes[0] + sizes[1] + sizes[2] + sizes[3] != 44; }\n' >z.i
    cp z.i z.c
    gcc -c -o z.o z.c
    decides TRUE 0 verify z.i
    decides TRUE 0 verify z.c
}
test_database_links_what_is_needed() {
    printf '#include <assert.h>\nint f(void);\nint main(void) { assert(f() == 2); }\n' >main.c
    printf '#include <assert.h>\nint f(void);\nint main(void) { assert(f() == 3); }\n' >other.c
    printf 'int g(void);\nint f(void) { return g() + X; }\n' >f.c
    printf 'int g(void) { return 1; }\nstatic int f(void) { return 7; }\n' >g.c
    printf 'int unused(void) { return 1; }\nbroken\n' >unused.c
    {
        for file in main other g unused; do printf '{"directory": "%s", "file": "%s.c", "command": "cc -c %s.c"},\n' "$PWD" $file $file; done
        printf '{"directory": "%s", "file": "f.c", "command": "cc -DX=1 -c f.c"}' "$PWD"
    } >entries
    echo "[$(cat entries)]" >compile_commands.json
    decides FALSE 1 verify compile_commands.json
    says out '^main.c *TRUE'
    says out '^other.c *FALSE'
    says err 'unused.c: does not compile: it is not linked'
    printf 'int g(void) { return 2; }\n' >g2.c
    echo "[$(cat entries), {\"directory\": \"$PWD\", \"file\": \"g2.c\", \"command\": \"cc -c g2.c\"}]" >compile_commands.json
    run_heddle verify compile_commands.json
    says err 'main.c: g is defined in g.c and in g2.c: say with --with which'
    run_heddle verify --with=g2.c compile_commands.json
    says out '^main.c *FALSE'
    says out '^other.c *TRUE'
}
test_cc_takes_down_what_is_compiled() {
    printf 'int f(void) { return X; }\n' >f.c
    printf '#include <assert.h>\nint f(void);\nint main(void) { assert(f() == 2); }\n' >main.c
    printf 'main: main.o f.o\n\t$(CC) -o main main.o f.o\n%%.o: %%.c\n\t$(CC) $(F) -O2 -c -o $@ $<\n' >Makefile
    make -s -j2 CC="$heddle cc" F=-DX=1 >out 2>err || { cat err; fail "make does not work"; }
    [ -x main ] || fail "the compiler did not build the program"
    decides FALSE 1 verify compile_commands.json
    make -s -B CC="$heddle cc" F=-DX=2 2>err || fail "make does not work again"
    decides TRUE 0 verify compile_commands.json
    mkdir deep
    (cd deep && HEDDLE_DATABASE=../all.json "$heddle" cc -DX=3 ../f.c ../main.c -o main) || fail "two files at once"
    decides FALSE 1 verify all.json
    run_heddle cc --version
    expect_status 0
    echo text >compile_commands.json
    run_heddle cc -DX=1 -c f.c
    expect_status 0
    says err 'not a compilation database'
    [ "$(cat compile_commands.json)" = text ] || fail "a file of the user was changed"
    run_heddle cc -c gone.c
    [ "$status" != 0 ] || fail "the status of the compiler is lost"
    HEDDLE_CC=./nothing run_heddle cc -c f.c
    expect_status 70
}
# Two files define one name: the calls that link say which belongs to which program. What libtool compiles twice is one file.
test_cc_takes_down_what_is_linked() {
    printf '#include <assert.h>\nint f(void);\nint main(void) { assert(f() == X); }\n' >one.c
    cp one.c two.c
    printf 'int f(void) { return 1; }\n' >f1.c
    printf 'int f(void) { return 2; }\n' >f2.c
    printf 'all: one two\none: one.o f1.o\n\t$(CC) -o one ./one.o f1.o\ntwo: two.o f2.o\n\t$(CC) two.o f2.o -o two\n%%.o: %%.c\n\t$(CC) -DX=2 -DPIC -c -o pic_$@ $<\n\t$(CC) -DX=2 -c -o $@ $<\n' >Makefile
    make -s CC="$heddle cc" >out 2>err || { cat err; fail "make does not work"; }
    decides FALSE 1 verify compile_commands.json
    says out '^one.c *FALSE'
    says out '^two.c *TRUE'
    says_not err 'is defined in'
    run_heddle show --summary compile_commands.json
    expect_status 0
    says out '^program: one.c'
    says out '^program: two.c'
    says out '^unsupported: 0'
}
test_database_flags_of_each_file() {
    printf '#include <assert.h>\nint f(void);\nint main(void) { assert(f() == 2 && X == 1); }\n' >main.c
    printf 'int f(void) { return X; }\n' >part.c
    printf '[{"directory": "%s", "file": "main.c", "command": "cc -DX=1 main.c"}, {"directory": "%s", "file": "part.c", "command": "cc -DX=2 part.c"}]' "$PWD" "$PWD" >compile_commands.json
    decides TRUE 0 verify --with=part.c compile_commands.json
    decides TRUE 0 verify --flag-of=0:-DX=1 --flag-of=1:-DX=2 main.c part.c
    refuses 64 'flag-of' verify --flag-of=2:-DX=1 main.c part.c
    refuses 64 'flag-of' verify --flag-of=0:-fplugin=x main.c part.c
    refuses 64 'hands on to clang' verify --flag=-fplugin=x main.c
}

# --- LLVM files ---

module() { printf 'target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"\ntarget triple = "x86_64-pc-linux-gnu"\n'; }
test_broken_modules() {
    { module; printf 'define i32 @main() {\nentry:\n  %%x = add i32 %%y, 1\n  br label %%next\nnext:\n  %%y = add i32 %%x, 1\n  ret i32 %%x\n}\n'; } >x.ll
    refuses 65 'x.ll: (a broken LLVM module|not valid LLVM assembly): .*dominate' verify x.ll
    { module; printf 'define i32 @main() {\n  %%p = alloca i32\n  store i32 1, ptr %%p\n  ret i32 0\n}\ndefine void @f() {\n  call i32 @main(i32 3)\n ret void }\n'; } >x.ll
    run_heddle verify x.ll # arguments that do not fit are allowed in LLVM: no crash
    [ "$status" -le 2 ] || fail "status $status"
    { module; printf 'define i32 @main() !dbg !0 {\n  ret i32 0\n}\n!0 = !{i32 1}\n!llvm.module.flags = !{!1}\n!1 = !{i32 2, !"Debug Info Version", i32 3}\n'; } >x.ll
    decides TRUE 0 verify x.ll
    says err 'warning: ignoring invalid debug info in x.ll'
}
test_modules_of_other_machines() {
    printf 'target datalayout = "E-m:e-i64:64-n32:64"\ntarget triple = "powerpc64-unknown-linux-gnu"\ndefine i32 @main() {\n  ret i32 0\n}\n' >x.ll
    refuses 65 "x.ll: made for the target 'powerpc64-unknown-linux-gnu'" verify x.ll
    printf 'define i32 @main() {\n  ret i32 0\n}\n' >x.ll
    decides TRUE 0 verify x.ll
    says err 'warning: x.ll: it names no data layout'
    { module; printf 'declare void @f()\ndefine i32 @main() {\n  call void @f()\n  ret i32 0\n}\n'; } >x.ll
    printf 'void f(void) {}\n' >f.c
    decides TRUE 0 verify x.ll f.c
    refuses 65 'f.c: cannot be linked: made for' verify -m32 x.ll f.c
    { module; printf 'define i32 @main() {\n  ret i32 0\n}\n!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 77}\n!llvm.dbg.cu = !{!1}\n!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2)\n!2 = !DIFile(filename: "x.c", directory: "/")\n'; } >x.ll
    decides TRUE 0 verify x.ll
    says err 'warning: .*debug info'
}
test_damaged_bitcode() {
    good_program
    clang-19 -g -O1 -emit-llvm -c good.c -o good.bc || return 1
    decides TRUE 0 verify good.bc
    size=$(wc -c <good.bc)
    i=0
    while [ $i -lt 40 ]; do
        at=$((i * size / 40 + 8))
        cp good.bc x.bc
        printf "\\$(printf %o $(((i * 37 + 11) % 256)))" | dd of=x.bc bs=1 seek=$at conv=notrunc 2>dd.log
        timeout 20 "$heddle" verify --timeout 10 x.bc >out 2>err
        status=$?
        case $status in 0 | 1 | 2 | 65) ;; *) cat err; fail "byte $at: status $status" ;; esac
        says_not err 'internal error'
        i=$((i + 1))
    done
    head -c $((size / 2)) good.bc >x.bc
    refuses 65 'x.bc: not valid LLVM bitcode' verify x.bc
}

# --- limits ---

test_clang_keeps_limits() {
    mkfifo never.h
    printf '#include "never.h"\nint main(void) { return 0; }\n' >x.c
    start=$(date +%s)
    decides 'UNKNOWN \(x.c: clang: time limit reached\)' 2 verify --timeout 2 --json=x.json x.c
    "$json_look" x.json verdict=UNKNOWN || fail "no JSON"
    timeout 20 "$heddle" show --timeout 2 x.c >out 2>err
    [ $? = 2 ] || fail "status of show"
    says err 'time limit reached'
    timeout 20 "$heddle" run --timeout 2 x.c >out 2>err
    [ $? = 2 ] || fail "status of run"
    [ $(($(date +%s) - start)) -lt 25 ] || fail "too late"
}
test_clang_keeps_memory() {
    # A macro that grows without end.
    { echo '#define A0 x,'; i=0; while [ $i -lt 34 ]; do echo "#define A$((i + 1)) A$i A$i"; i=$((i + 1)); done; echo 'int main(void) { f(A34 0); }'; } >x.c
    decides 'UNKNOWN \(x.c: clang: memory limit reached\)' 2 verify --timeout 60 --memory 300 x.c
    timeout 100 "$heddle" show --timeout 60 --memory 300 x.c >out 2>err
    [ $? = 2 ] || fail "status of show"
    says err 'memory limit reached'
}
test_replay_keeps_limits() {
    trace_program
    mkfifo never.h
    mkdir tmp
    printf '#include "never.h"\n' >bad.c
    TMPDIR=$PWD/tmp run_heddle replay --timeout 2 t.json
    expect_status 2
    says out 'VERDICT: UNKNOWN \(bad.c: clang: time limit reached\)'
    # a linker that never ends, and leaves a file where TMPDIR says
    trace_program
    printf '#!/bin/sh\ncase "$*" in *locks.c*) echo x >"$TMPDIR/half"; exec sleep 100 ;; esac\nexec clang-19 "$@"\n' >slow
    chmod +x slow
    TMPDIR=$PWD/tmp run_heddle replay --timeout 3 --clang=./slow t.json
    expect_status 2
    says out 'VERDICT: UNKNOWN .*time limit reached'
    [ -z "$(ls -A tmp)" ] || fail "something is left in the folder"
}
test_fifo_as_input() {
    for name in x.c x.i x.bc x.ll; do
        mkfifo $name
        for c in verify show run; do refuses 65 "$name.*not a regular file" $c --timeout 5 $name; done
    done
    mkfifo x.json x.yml
    refuses 65 'x.json.*not a regular file' verify x.json
    refuses 65 'x.json.*not a regular file' replay x.json
    refuses 65 'x.yml.*not a regular file' suite x.yml
}

# --- what reaches a terminal ---

# no_controls FILE: UTF-8, and no control characters but newlines.
no_controls() {
    [ -z "$(tr -d '\n\t\040-\176\200-\377' <"$1")" ] || { od -c "$1" | head; fail "control characters in $1"; }
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null 2>&1 || fail "$1 is not UTF-8"
}
nasty=$(printf '\033[31mred\033]0;title\007\302\233 \377\300\200')
test_escapes() {
    printf 'extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\nint x;\nint main(void) { x = 1; if (x) /* %s */ __assert_fail("%s\\033[7m\\n", "f", 1, "g"); }\n' "$nasty" "$nasty" >"x$nasty.c"
    for s in columns list; do
        run_heddle verify --schedule=$s --trace=t --json=x.json --sarif=x.sarif --html=x.html --witness=x.yml "x$nasty.c"
        expect_status 1
        for f in out err t x.json x.sarif x.html x.yml; do no_controls $f; done
    done
    says_not x.json 'u001b'
    says_not x.html 'u001b'
    says_not x.sarif 'u001b'
    "$json_look" x.json verdict=FALSE || fail "not JSON"
    run_heddle verify --witness=x.graphml "x$nasty.c"
    no_controls x.graphml
    printf 'int main(void) { "%s" }\n#error %s\n' "$nasty" "$nasty" >"y$nasty.c"
    run_heddle verify "y$nasty.c"
    expect_status 65
    no_controls err
    run_heddle verify "gone$nasty.c"
    expect_status 65
    no_controls err
    run_heddle "$nasty"
    expect_status 64
    no_controls err
    run_heddle show "x$nasty.c"
    no_controls out
    printf 'target datalayout = "%s"\ndefine i32 @main() {\n ret i32 0\n}\n' "$(printf '\033[31m')" >z.ll
    run_heddle verify z.ll
    no_controls err
    { module; printf '@"a\\1B[31m\\0AVERDICT: TRUE\\FF" = global i32 0\ndefine i32 @main() {\n  store i32 1, ptr @"a\\1B[31m\\0AVERDICT: TRUE\\FF"\n  %%v = load i32, ptr @"a\\1B[31m\\0AVERDICT: TRUE\\FF"\n  %%c = icmp eq i32 %%v, 1\n br i1 %%c, label %%b, label %%e\nb:\n call void @reach_error()\n br label %%e\ne:\n ret i32 0\n}\ndeclare void @reach_error()\n'; } >v.ll
    run_heddle verify --json=v.json v.ll
    expect_status 1
    no_controls out
    no_controls v.json
    [ "$(grep -c '^VERDICT: ' out)" = 1 ] || fail "the name of a variable made a verdict"
}
test_escapes_of_nets() {
    printf 'vars\n x\n' >"n$nasty.spec"
    run_heddle cover --json=x.json "n$nasty.spec"
    no_controls err
    no_controls out
}

# --- children ---

test_clang_crash_leaves_nothing() {
    mkdir tmp
    for what in crash parser_crash llvm_fatal_error; do
        printf '#pragma clang __debug %s\nint main(void) { return 0; }\n' $what >x.c
        TMPDIR=$PWD/tmp refuses 65 'x.c: clang crashed' verify --timeout 60 x.c
        [ "$(wc -l <err)" -le 3 ] || fail "more than anybody reads"
        [ -z "$(ls -A tmp)" ] || fail "something is left in the folder"
    done
}
test_killed_from_outside() {
    printf '#!/bin/sh\nkill -KILL $$\n' >clang
    chmod +x clang
    good_program
    decides 'UNKNOWN \(good.c: clang: killed from outside' 2 verify --clang=./clang good.c
    says_not err 'bug in heddle'
    printf '#!/bin/sh\nkill -TERM $$\n' >clang
    decides 'UNKNOWN \(good.c: clang: ended by a signal from outside' 2 verify --clang=./clang good.c
    # the worker itself
    printf '#!/bin/sh\nkill -KILL $PPID\nsleep 5\n' >clang
    decides 'UNKNOWN \(killed from outside' 2 verify --clang=./clang good.c
    says_not err 'bug in heddle'
    says err 'killed from outside'
}

# --- garbage of all kinds ---

test_strange_programs() {
    printf '#include "x.c"\n' >x.c
    refuses 65 'x.c' verify x.c
    mkdir d.c
    refuses 65 'd.c' verify d.c
    refuses 65 'd.c' show d.c
    refuses 65 'd.c' run d.c
    : >e.bc
    refuses 65 'e.bc' verify e.bc
    module >e.ll
    refuses 65 'main' verify e.ll
    head -c 20000 /dev/urandom >r.c
    refuses 65 'r.c' verify r.c
    head -c 20000 /dev/urandom >r.ll
    refuses 65 'r.ll' verify r.ll
    cp r.c r.i
    refuses 65 'r.i' verify r.i
    refuses 65 '' verify ''
}
test_garbage_as_everything_else() {
    good_program
    head -c 3000 /dev/urandom >garbage
    for name in x.json x.yml x.tts x.spec; do cp garbage $name; : >empty-$name; done
    for prefix in '' empty-; do
        refuses 65 'x.json' verify ${prefix}x.json
        refuses 65 'x.json' replay ${prefix}x.json
        refuses 65 'x.json' check ${prefix}x.json good.c
        refuses 65 'x.yml' suite ${prefix}x.yml
        refuses 65 'x.spec' cover ${prefix}x.spec
    done
    printf "format_version: '2.0'\ninput_files: 'good.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: true\n" >good.yml
    refuses 65 'garbage' suite --compare=garbage good.yml
    mkdir x
    for c in verify show run replay; do refuses 65 'x' $c x; done
    for deep in '[' '{"a":'; do
        i=0
        s=$deep
        while [ $i -lt 14 ]; do s=$s$s; i=$((i + 1)); done
        printf '%s' "$s" >x.json
        refuses 65 'x.json' verify x.json
        refuses 65 'x.json' replay x.json
        refuses 65 'x.json' check x.json good.c
        cp x.json x.yml
        refuses 65 'x.yml' suite x.yml
    done
}
test_database_reports_of_equal_names() {
    mkdir a b
    printf '#include <assert.h>\nint main(void) { assert(1); }\n' >a/x.c
    printf '#include <assert.h>\nint main(void) { assert(0); }\n' >b/x.c
    printf '[{"directory": "%s", "file": "a/x.c", "command": "cc a/x.c"}, {"directory": "%s", "file": "b/x.c", "command": "cc b/x.c"}]' "$PWD" "$PWD" >compile_commands.json
    run_heddle verify --json=r.json compile_commands.json
    expect_status 1
    "$json_look" r-x.json verdict=TRUE || fail "the report of the first"
    "$json_look" r-x-2.json verdict=FALSE || fail "the report of the second"
    cp a/x.c x-2.c
    sed "s|^\[|[{\"directory\": \"$PWD\", \"file\": \"x-2.c\", \"command\": \"cc x-2.c\"}, |" compile_commands.json >three.json
    run_heddle verify --json=s.json three.json
    expect_status 1
    "$json_look" s-x-2.json verdict=TRUE || fail "the report of x-2.c"
    "$json_look" s-x-3.json verdict=FALSE || fail "the report of the second x.c"
}
# However a run ends, the name of an output stands for the old content or for the new one, and nothing else is left.
test_killed_while_writing() {
    good_program
    echo old >x.html
    i=0
    while [ $i -lt 8 ]; do
        timeout -s KILL 0.$((i + 2)) "$heddle" verify --html=x.html good.c >out 2>err
        sleep 0.1
        grep -q '^old$' x.html || grep -q '</html>' x.html || fail "half a file"
        i=$((i + 1))
    done
    only_files err good.c out x.html
}
test_front_end_crash() {
    printf '#!/bin/sh\nkill -SEGV $PPID\nsleep 5\n' >clang
    chmod +x clang
    good_program
    run_heddle verify --clang=./clang good.c
    expect_status 70
    says err 'this is a bug in heddle'
    says out '^VERDICT: UNKNOWN \(internal error: crashed\)'
}
# An engine that somebody kills: no bug, and the run says what happened.
test_engine_killed_from_outside() {
    cat >endless.c <<'XX'
#include <assert.h>
#include <pthread.h>
int a, b, c;
void *f(void *x) { for (;;) { a += 3; if (b == 77777) c = a; } }
void *g(void *x) { for (;;) { b += 5; if (a == c + 12345) b ^= c; } }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    for (;;)
        assert(a != 1 || b != 2 || c != 3 || a != b);
}
XX
    for signal in KILL TERM; do
        TMPDIR=$PWD "$heddle" verify --engine=explore --timeout=30 endless.c >out 2>err &
        pid=$!
        engine=
        for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
            sleep 0.2
            worker=$(cat /proc/$pid/task/*/children 2>/dev/null)
            engine=$(cat /proc/${worker% }/task/*/children 2>/dev/null)
            case $(cat /proc/"${engine%% *}"/comm 2>/dev/null) in heddle) break ;; esac # clang is a child too, at first
        done
        kill -$signal "${engine%% *}" || fail "no engine to kill"
        wait $pid
        status=$?
        expect_status 2
        says out '^VERDICT: UNKNOWN \(.*from outside'
        says_not err 'bug'
        only_files endless.c err out
    done
}
test_emit_to_standard_output() {
    run_heddle verify --engine=monotone --emit-tts=- --timeout=20 "$root/examples/lost_update.c"
    says out '^#init '
    says_not out VERDICT
    only_files err out
}
test_clang_that_cannot_run() {
    good_program
    echo 'not a program' >tool
    refuses 65 'cannot run ./tool: Permission denied' verify --clang=./tool good.c
    refuses 65 'cannot run .: Permission denied' verify --clang=. good.c
}
# What clang alone has, so that no program in tests/programs can: gcc compiles those.
test_builtins_of_clang() {
    cat >x.c <<'END'
#include <assert.h>
#include <limits.h>
static int least = INT_MIN, most = INT_MAX;
static unsigned five = 5;
static char buffer[64] __attribute__((aligned(64)));
int main(void)
{
    assert(__builtin_elementwise_add_sat(most, 5) == INT_MAX && __builtin_elementwise_sub_sat(least, 5) == INT_MIN);
    assert(__builtin_elementwise_add_sat(least, -5) == INT_MIN && __builtin_elementwise_sub_sat(most, -5) == INT_MAX);
    assert(__builtin_elementwise_sub_sat(five, 6u) == 0 && __builtin_elementwise_add_sat(five, ~0u) == ~0u);
    assert(__builtin_elementwise_add_sat(five, 1u) == 6);
    assert(__builtin_rotateleft32(five, 30) == 0x40000001u && __builtin_bitreverse32(five) == 0xa0000000u);
    char *p = __builtin_align_down(buffer + 21, 8);
    *p = 3;
    assert(p == buffer + 16 && buffer[16] == 3);
}
END
    decides TRUE 0 verify x.c
}
test_error_label() {
    cat >x.c <<'END'
int nondet_int(void), n;
int twice(int x) { if (x > 3) goto ERROR; return 2 * x; ERROR: return 0; }
int main(void) { n = nondet_int() & 3; if (n == 1) goto BAD; n = twice(n); return 0; BAD: n = 5; return 1; }
END
    decides TRUE 0 verify --error-label=ERROR x.c
    decides FALSE 1 verify --error-label=BAD x.c
    says out 'label BAD'
    decides FALSE 1 verify --error-label=ERROR --error-label=BAD x.c
    refuses 65 "no label 'GOOD'" verify --error-label=GOOD x.c
    echo 'int main(void) { int ERROR = 1; if (ERROR) goto ERROR; return 1; ERROR: return 0; }' >x.c
    run_heddle verify --error-label=ERROR x.c
    says_not out 'VERDICT: TRUE' # clang calls the block by another name
}

# A program instead of its source: one line, not what a compiler makes of it.
test_binary_input() {
    cp /bin/true x.c
    refuses 65 'cannot read x.c: it is no text' verify x.c
    [ "$(wc -l <err)" = 1 ] || fail "more than a line"
}

# heddle validate: witnesses of both formats and both verdicts, right ones and wrong ones. run has the words.
# shellcheck shell=sh disable=SC2154

. "$root/tests/cli/validate_programs.sh"

test_validate_violations() {
    program_lost
    program_input
    for format in yml graphml; do
        decides FALSE 1 verify --witness=w.$format lost.c
        decides FALSE 1 validate w.$format lost.c
        says out '^witness: a violation, followed for ([0-9]+) of its \1 waypoints'
        says out 'note:.*fails'
        decides FALSE 1 race --witness=r.$format lost.c
        decides FALSE 1 validate --property=race r.$format lost.c
        decides FALSE 1 verify -m32 --witness=i.$format input.c
        decides FALSE 1 validate -m32 -q i.$format input.c
        sed 's/x = __VERIFIER_nondet_int();/if (scanf("%d", \&x) != 1) return 1;/; s/^int __V.*/#include <stdio.h>/' input.c >scan.c
        decides FALSE 1 verify --witness=s.$format scan.c
        decides FALSE 1 validate s.$format scan.c
        grep -q 'x == 12345' s.$format || fail "what scanf has read is not told"
    done
}

# Whoever says that a right program is wrong is not believed, whatever he says.
test_validate_forged_violations() {
    program_lost
    decides FALSE 1 verify --witness=w.yml lost.c
    decides FALSE 1 verify --witness=w.graphml lost.c
    sed 's/c = c + 1;/__atomic_fetch_add(\&c, 1, 5);/' lost.c >right.c
    for format in yml graphml; do
        sed '/lost.c": "/s/: ".*"/: "'"$(sha256sum <right.c | cut -d' ' -f1)"'"/; s/\(programhash">\)[0-9a-f]*/\1'"$(sha256sum <right.c | cut -d' ' -f1)"'/; s/lost\.c/right.c/' w.$format >f.$format
        decides UNKNOWN 2 validate f.$format right.c
        says last 'no execution along the witness'
    done
    # Steps in an order that does no harm: the witness is about another execution.
    sed 's/assert(c == 2)/assert(c != 2 || d)/; s/^int c;/int c, d;/' lost.c >other.c
    sed '/lost.c": "/d; /input_file_hashes/d' w.yml >o.yml
    decides TRUE 0 verify --property=overflow other.c
    run_heddle validate o.yml other.c
    says_not out 'VERDICT: TRUE'
}

test_validate_correctness() {
    program_protected
    for format in yml graphml; do
        decides TRUE 0 verify --timeout=60 --witness=w.$format protected.c
        decides TRUE 0 validate --timeout=60 w.$format protected.c
        says out '^witness: of correctness; of its [0-9]+ conditions? [1-9][0-9]* holds?, 0 can fail; the property alone: TRUE'
    done
}

# One condition at a time, each where a loop, an if without braces, or a declaration makes it difficult to put it.
test_validate_conditions() {
    program_places
    while IFS=@ read -r line column kind value wanted; do
        condition "$kind" "$line" "$column" "$value" >w.yml
        run_heddle validate --timeout=60 w.yml places.c
        tail -n 1 out >last
        says last "^VERDICT: $wanted"
    done <<'END'
8@5@location@s == 0@TRUE
8@5@location@s == 1@UNKNOWN \(the witness is wrong
9@5@loop@i <= 3 && s == 2 * i@TRUE
9@5@loop@i < 3@UNKNOWN \(the witness is wrong
11@13@location@i == 1@TRUE
11@13@location@i == 2@UNKNOWN \(the witness is wrong
12@9@location@s == 2 * i || i == 7@TRUE
15@5@loop@s >= 0 && s <= 6@TRUE
15@5@loop@s > 0@UNKNOWN \(the witness is wrong
17@5@location@s == 0@TRUE
17@5@location@(s = 0) == 0@UNKNOWN \(conditions
17@5@location@s++ == 0@UNKNOWN \(conditions
17@5@location@f() == 0@UNKNOWN \(conditions
17@5@location@1), (s = 7@UNKNOWN \(conditions
17@5@location@1) ; } int g(void) { return (1@UNKNOWN \(conditions
17@5@location@"x"[0]@UNKNOWN \(conditions
17@5@location@s == 0 /* @UNKNOWN \(conditions
17@5@location@nothing == 0@UNKNOWN
400@5@location@s == 0@UNKNOWN \(conditions
END
}

# A condition that holds says nothing about a property that does not.
test_validate_wrong_programs() {
    program_lost
    condition location 12 5 'c >= 0' | sed 's/places/lost/' >w.yml
    decides FALSE 1 validate w.yml lost.c
    says out 'the property alone: FALSE'
}

test_validate_refuses() {
    program_lost
    decides FALSE 1 verify --witness=w.yml lost.c
    decides FALSE 1 verify --witness=w.graphml lost.c
    refuses 64 "needs a witness and the program" validate w.yml
    for format in yml graphml; do
        refuses 65 'it is about the property reach: say --property=reach' validate --property=race w.$format lost.c
        refuses 65 'it is about a program for 64 bits: say -m64' validate -m32 w.$format lost.c
        cp lost.c other.c && echo '/* more */' >>other.c
        refuses 65 'another text than that of other.c' validate w.$format other.c
        head -c 400 w.$format >cut.$format
        run_heddle validate cut.$format lost.c
        [ "$status" = 65 ] || [ "$status" = 2 ] || fail "half a witness: $status"
        says_not out 'VERDICT: (TRUE|FALSE)'
    done
    printf '#include <stdlib.h>\nint *p;\nint main(void)\n{\n    p = malloc(4);\n    *p = 1;\n    return 0;\n}\n' >kept.c
    decides FALSE 1 verify --property=memory --leaks=left --witness=leak.yml kept.c
    decides FALSE 1 validate --property=memory --leaks=left leak.yml kept.c
    refuses 65 'say --property=memory --leaks=left' validate --property=memory leak.yml kept.c
    refuses 65 'say --property=memory --leaks=left' validate leak.yml kept.c
    decides TRUE 0 verify --property=memory --witness=fine.yml kept.c
    decides TRUE 0 validate --property=memory fine.yml kept.c
    refuses 65 'say --property=memory --leaks=no' validate --property=memory --leaks=lost fine.yml kept.c
    : >empty.yml
    refuses 65 'not a witness' validate empty.yml lost.c
    refuses 65 'cannot read' validate nothing.yml lost.c
    echo '<graphml><graph></graph></graphml>' >e.graphml
    refuses 65 'not a witness in GraphML' validate e.graphml lost.c
}

# What was cut off, or is not understood, is not passed over: the rest alone would be confirmed. One without conditions is a witness all the same.
test_validate_incomplete() {
    printf '#include <assert.h>\nint x;\nint main(void)\n{\n    for (int i = 0; i < 9; i++)\n        x = 1;\n    assert(x <= 1);\n    return 0;\n}\n' >one.c
    decides TRUE 0 verify --witness=w.graphml one.c
    decides TRUE 0 validate w.graphml one.c
    sed '/<\/graph>/,$d' w.graphml >cut.graphml
    refuses 65 'not a witness in GraphML' validate cut.graphml one.c
    sed '/witness-type">/d' w.graphml >kind.graphml
    refuses 65 'not a witness in GraphML' validate kind.graphml one.c
    sed 's/G ! call(reach_error())/F end/' w.graphml >ends.graphml
    refuses 65 'something that heddle does not know' validate ends.graphml one.c
    cat >none.yml <<'END'
- entry_type: invariant_set
  content: []
END
    decides TRUE 0 validate none.yml one.c
    says out 'of its 0 conditions'
    sed 's/ \[\]//' none.yml >cut.yml
    refuses 65 'needs a list as its content' validate cut.yml one.c
    for word in loop_transition_invariant location_invariant; do
        printf -- "- entry_type: invariant_set\n  content:\n  - invariant:\n      type: $word\n      value: x == 7\n      format: c_expression\n" >unread.yml
        decides UNKNOWN 2 validate unread.yml one.c
        says out 'does not understand'
    done
}

# A local variable of which the compiler leaves no trace hides a global one: no condition of a witness speaks of the one and means the other.
test_validate_hidden_names() {
    cat >hidden.c <<'END'
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *p)
{
    x = 1;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    {
        int x = 7;
        assert(x == 7);
    }
    assert(x <= 1);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
END
    decides TRUE 0 verify --witness=w.yml hidden.c
    decides TRUE 0 validate w.yml hidden.c
    says out '^witness: of correctness; of its [1-9][0-9]* conditions [1-9][0-9]* hold, 0 can fail'
}

# Threads come to the head of a loop without a condition again and again, without a step there; and a statement begins before what it calls.
test_validate_where_statements_begin() {
    cat >begin.c <<'END'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
int enter(void)
{
    pthread_mutex_lock(&m);
    x = 2;
    return 0;
}
void *f(void *p)
{
    int rounds = 0;
    while (1) {
        x = 1;
        y = 1;
        if (++rounds == 2)
            break;
    }
    while (y == 0) {}
    return p;
}
int main(void)
{
    pthread_t t;
    if (enter())
        return 1;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(x == 1 && y == 1);
    pthread_mutex_unlock(&m);
    return 0;
}
END
    for engine in modular auto; do
        decides TRUE 0 verify --timeout=60 --engine=$engine --witness=w.yml begin.c
        decides TRUE 0 validate --timeout=60 w.yml begin.c
        says out '^witness: of correctness; of its [1-9][0-9]* conditions [1-9][0-9]* hold, 0 can fail'
        says_not w.yml 'line: 26$'
    done
    says w.yml 'line: 20$'
}

# Numbers with a point are compared as numbers, not by their bits; braces around values begin no statement, and neither does a line that goes on.
test_validate_values() {
    cat >values.c <<'END'
#include <assert.h>
#include <pthread.h>
double rate = 0.5;
volatile float part = -3;
int n;
void *f(void *p)
{
    n = 1;
    return p;
}
int next(int k) { return n + k; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    int both[2] = {next(1), next(2)};
    int three[] = {
        next(1),
        next(2), next(3)};
    assert(rate * 2 == 1 && part < n && both[1] + three[2] ==
           next(6));
    return 0;
}
END
    decides TRUE 0 verify --witness=w.yml values.c
    says_not w.yml 'value: .*(rate|part)'
    decides TRUE 0 validate w.yml values.c
    says out '^witness: of correctness; of its [1-9][0-9]* conditions? [1-9][0-9]* holds?, 0 can fail'
    sed 's/== 1 &&/== 2 \&\&/' values.c >wrong.c
    decides FALSE 1 verify wrong.c
    says out 'main finds rate = 0.5, as it was at the start'
}
# A mutex that is still held after an unlock; a variable that is called as the bytes at its beginning; violations that depend on how many arguments there are, or on inputs of two lines one after the other.
test_validate_own_witnesses() {
    for name in mutex_recursive copy_structure_by_name union_bytes; do
        decides TRUE 0 verify --witness=w.yml "$root/tests/programs/$name.c"
        [ $name = union_bytes ] || grep -q location_invariant w.yml || fail "a witness of $name without conditions"
        decides TRUE 0 validate w.yml "$root/tests/programs/$name.c"
    done
    for name in settled_again_bug input_remainder_bug any_references_shared_bug; do
        for witness in w.yml w.graphml; do
            decides FALSE 1 verify --witness=$witness "$root/tests/programs/$name.c"
            decides FALSE 1 validate $witness "$root/tests/programs/$name.c"
        done
    done
}

# heddle ci. tests/cli/run has the words.
# shellcheck shell=sh disable=SC2154

project() { # a race and a deadlock in one program, a failing assertion in another
    mkdir -p src
    cp "$root/tests/programs/deadlock_abba.c" src/abba.c
    cp "$root/examples/lost_update.c" src/lost.c
    cat >src/racy.c <<'END'
#include <pthread.h>
int hits;
void *f(void *x)
{
    hits++;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    hits++;
    pthread_join(t, 0);
    return 0;
}
END
    cat >heddle.yml <<'END'
timeout: 60
baseline: known.json
programs:
  - {name: lock order, files: [src/abba.c], property: deadlock}
  - {files: src/racy.c, property: [race, reach]}
END
}
test_ci() {
    project
    run_heddle ci --cache=kept --junit=x.xml --sarif=x.sarif --markdown=x.md
    expect_status 1
    says out '^findings: 2 new, 0 unchanged, 0 fixed, 0 ignored$'
    says out "^src/racy.c:12:.*: error: race on 'hits' can happen, with line 5 \[race\], new$"
    says out '^src/abba.c:12:5: error: deadlock can happen \[deadlock\], new$'
    says x.xml '<testsuite name="lock order" tests="2" failures="1" errors="0" skipped="0"'
    says x.md '^\| new \| race \| src/racy.c:12:'
    "$(dirname "$json_look")/schema_look" "$root/tests/report/sarif.schema.json" x.sarif || fail "SARIF"
    "$json_look" x.sarif runs.0.results.0.baselineState=new 'runs.0.results.1.ruleId=race' || fail "the state in SARIF"
    if command -v xmllint >/dev/null; then xmllint --noout x.xml || fail "JUnit is no XML"; fi
    run_heddle ci --cache=kept --update-baseline
    expect_status 0
    # Lines move, a race goes, another comes; the deadlock is the same.
    sed -i '1i /* one line\n more */' src/abba.c
    sed -i 's/^    hits++;$/    hits += 2;/' src/racy.c
    run_heddle ci --cache=kept
    expect_status 1
    says out '^src/abba.c:14:5: note: deadlock can happen \[deadlock\], unchanged$'
    says out '^findings: 1 new, 1 unchanged, 1 fixed, 0 ignored$'
    # A program that was not decided keeps its findings.
    cp known.json before.json
    sed -i 's/^timeout: 60/timeout: 0.01/' heddle.yml
    run_heddle ci --cache=none --update-baseline
    expect_status 0
    says out 'not seen'
    cmp -s before.json known.json || fail "the baseline lost what was not looked at"
}
test_ci_ignores() {
    project
    sed -i 's,hits++;$,hits++; // heddle: ignore race "approximate on purpose",' src/racy.c
    cat >>heddle.yml <<'END'
suppressions:
  - {property: deadlock, file: src/abba.c, reason: never together}
  - {text: nothing like it, reason: it is gone}
END
    run_heddle ci --cache=kept --sarif=x.sarif
    expect_status 0
    says out "race on 'hits'.*, ignored: approximate on purpose$"
    says out 'deadlock can happen \[deadlock\], ignored: never together$'
    says out '^heddle.yml:[0-9]+: note: this suppression fits nothing$'
    "$json_look" x.sarif runs.0.results.0.suppressions.0.kind=external runs.0.results.1.suppressions.0.kind=inSource || fail "SARIF"
    "$(dirname "$json_look")/schema_look" "$root/tests/report/sarif.schema.json" x.sarif || fail "SARIF"
    sed -i 's,ignore race "approximate on purpose",ignore race,' src/racy.c
    run_heddle ci --cache=kept
    expect_status 1
    says err "warning: src/racy.c:[0-9]+: 'heddle: ignore race' needs a reason"
    # a comment of its own speaks of the next line, one behind code of that code alone
    sed -i 's,^\( *\)hits++;.*,\1int before; // heddle: ignore race "of this line"\n\1hits++;,' src/racy.c
    run_heddle ci --cache=kept
    expect_status 1
    sed -i 's,^ *int before; ,    ,' src/racy.c
    run_heddle ci --cache=kept
    expect_status 0
    says out "race on 'hits'.*, ignored: of this line$"
}
test_ci_bad_input() {
    refuses 65 'cannot read heddle.yml: .*; docs/ci.md' ci
    project
    refuses 65 'cannot read nothing.yml' ci nothing.yml
    refuses 64 'one file' ci a.yml b.yml
    for bad in 'programs: []' 'program: x' 'programs: [{files: src/racy.c, propertie: race}]' 'programs: [{name: x}]' 'programs: [{files: src/racy.c, property: raze}]' \
        'programs: [{files: src/racy.c, timeout: soon}]' 'programs: [{files: src/racy.c, flags: [-o, x]}]' 'programs: {a: b}' '[' '' \
        "programs: [{files: a.c}, {files: a.c}]" "{programs: [{files: a.c}], suppressions: [{file: a.c}]}"; do
        echo "$bad" >bad.yml
        refuses 65 'bad.yml' ci bad.yml
    done
    echo 'programs: [{files: [src/none.c]}]' >bad.yml
    run_heddle ci --cache=none bad.yml
    expect_status 65
    says err 'cannot read src/none.c'
    echo '{}' >known.json
    refuses 65 'known.json: not a baseline' ci --cache=none --quiet heddle.yml
    echo 'programs: [{files: [src/racy.c]}]' >plain.yml
    refuses 64 'no baseline' ci --update-baseline plain.yml
    refuses 64 'would overwrite' ci --markdown=src/racy.c heddle.yml
}
# The commands of the examples, in a project.
test_ci_examples() {
    project
    mkdir bin
    ln -s "$heddle" bin/heddle
    PATH=$PWD/bin:$PATH
    HEDDLE_CACHE=$PWD/kept
    export PATH HEDDLE_CACHE
    for file in "$root"/contrib/github/heddle.yml "$root"/contrib/gitlab/heddle.gitlab-ci.yml "$root"/contrib/pre-commit/pre-commit-config.yaml; do
        sed -n 's/^ *\(run: \|- \|entry: \)\(heddle ci .*\)/\2/p' "$file" >command
        [ "$(wc -l <command)" = 1 ] || fail "no command in $file"
        sed -i 's/\.heddle-cache/kept/' command
        sh ./command >out 2>err
        [ $? = 1 ] || { cat out err; fail "$(cat command)"; }
        says out '^findings: 2 new'
    done
    [ -s heddle.sarif ] && [ -s heddle.xml ] && [ -s heddle.md ] || fail "reports"
}

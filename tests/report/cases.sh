# Reports in files: each is checked against a schema that is written down here. tests/cli/run has the words.
# shellcheck shell=sh disable=SC2154

schemas=$root/tests/report
schema_look=$(dirname "$json_look")/schema_look
# conforms SCHEMA FILE
conforms() { "$schema_look" "$schemas/$1" "$2" >why || { cat why; fail "$2 is not as $1 says"; }; }
# A change to the file that the schema must notice: breaks SCHEMA FILE SED-COMMAND
breaks() {
    sed "$3" "$2" >"broken.$2"
    cmp -s "$2" "broken.$2" && fail "'$3' changes nothing in $2"
    "$schema_look" "$schemas/$1" "broken.$2" >why && fail "$1 does not notice '$3'"
    [ -s why ] || fail "$1 does not say why not"
}
example() { cp "$root/examples/$1" .; }
program() { cp "$root/tests/programs/$1" .; }

# Every row of the table (src/report/reports.def): a program that fails gives a file that is not empty, on standard output the same and
# nothing else; one that was not decided never leaves an empty file, nor an old one as if it were new.
test_every_report() {
    example lost_update.c
    program order_buffering.c
    rows=$(sed -n 's/^REPORT(\([a-z]*\),.*/\1/p' "$root/src/report/reports.def")
    [ "$(echo "$rows" | wc -w)" -ge 6 ] || fail "hardly any reports: $rows"
    for row in $rows; do
        decides FALSE 1 verify --engine=explore "--$row=x.$row" lost_update.c
        [ -s "x.$row" ] || fail "--$row writes nothing about a violation"
        run_heddle verify --engine=explore "--$row=-" lost_update.c
        expect_status 1
        [ -s out ] || fail "--$row=- prints nothing"
        tail -n 1 out >last
        says_not last '^VERDICT'
        echo old >"x.$row"
        decides UNKNOWN 2 verify --engine=explore "--$row=x.$row" order_buffering.c
        if [ -e "x.$row" ]; then
            [ -s "x.$row" ] || fail "--$row leaves an empty file"
            says_not "x.$row" '^old$'
        fi
    done
}

# What is published about the JSON is so: of a violation, a race, a deadlock, a proof, what is open, and several properties.
test_json_schema() {
    example lost_update.c
    program deadlock_abba.c
    program order_buffering.c
    decides FALSE 1 verify --property=reach,race,deadlock --json=many.json lost_update.c
    decides FALSE 1 verify --property=deadlock --json=deadlock.json deadlock_abba.c
    decides TRUE 0 verify --property=race --json=proof.json lost_update.c
    decides UNKNOWN 2 verify --engine=explore --json=open.json order_buffering.c
    for file in many deadlock proof open; do conforms ../../docs/report.schema.json $file.json; done
    breaks ../../docs/report.schema.json deadlock.json 's/"claim":/"claims":/'
    "$json_look" deadlock.json checks.0.line=12 'command=heddle verify --property=deadlock --json=deadlock.json deadlock_abba.c' \
        'date=*' || fail "where a deadlock is, and who asked"
    "$json_look" proof.json "checks.0.claim=no race on 'balance'" 'checks.0.other.line=*' || fail "what is so"
}

# Locks, fields and values as the program calls them; bytes between fields have no name, and what the C library keeps inside its objects is nobody's.
test_names_of_parts() {
    cat >x.c <<'END'
#include <pthread.h>
struct account { pthread_mutex_t lock; long balance; } accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 1}, {PTHREAD_MUTEX_INITIALIZER, 2}};
struct item { char kind; int value; } items[2];
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static void *clerk(void *arg)
{
    long n = (long)arg;
    struct item it = {.kind = 'p', .value = (int)n};
    pthread_mutex_lock(&accounts[n].lock);
    items[n] = it;
    pthread_cond_signal(&filled);
    pthread_mutex_lock(&accounts[1 - n].lock);
    pthread_mutex_unlock(&accounts[1 - n].lock);
    pthread_mutex_unlock(&accounts[n].lock);
    return NULL;
}
int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, clerk, NULL);
    clerk((void *)1);
    struct item first = items[0];
    pthread_join(a, NULL);
    return first.value ? first.kind : 0;
}
END
    decides FALSE 1 verify --property=deadlock --timeout=60 x.c
    says out 'clerk .* locks accounts\[0\]\.lock$'
    says out 'waits for accounts\[0\]\.lock, which clerk holds'
    says out "items\[[01]\]\.kind = 112 'p'"
    says_not out '\(byte|arbitrary|__data|may help'
    run_heddle show --raw x.c
    says out '^ *first\.value: 32 bits'
}

# Values as C and debuggers write them.
test_values_of_chars() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
enum colour { RED, GREEN = 5, BLUE };
typedef enum { IDLE = -1, BUSY } state;
struct { char tag, quote; } q;
unsigned char byte;
struct { state s; } job;
enum colour colour, mix;
void *f(void *x) { q.tag = 'x', q.quote = '\'', byte = 65, job.s = IDLE, colour = BLUE, mix = (enum colour)(GREEN | 8); return 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(q.tag == 'y' || q.quote == 'z' || byte == 1 || job.s == BUSY || colour == RED || mix == RED);
}
END
    decides FALSE 1 verify --engine=explore --json=x.json x.c
    says out "q.tag = 120 'x', q.quote = 39 '.'', byte = 65, job.s = IDLE, colour = BLUE, mix = 13"
    conforms ../../docs/report.schema.json x.json
    cat >y.c <<'END'
void reach_error(void) {}
char __VERIFIER_nondet_char(void);
int main(void)
{
    char c = __VERIFIER_nondet_char();
    if (c == 'x')
        reach_error();
}
END
    decides FALSE 1 verify --witness=y.graphml y.c
    says y.graphml 'result == 120;'
}

# --- SARIF ---

test_sarif_of_a_violation() {
    example lost_update.c
    decides FALSE 1 verify --sarif=x.sarif lost_update.c
    conforms sarif.schema.json x.sarif
    "$json_look" x.sarif runs.0.invocations.0.exitCode=1 runs.0.results.0.ruleId=reach runs.0.results.0.level=error \
        "runs.0.results.0.message.text=assertion 'balance == 20' can fail" \
        runs.0.results.0.locations.0.physicalLocation.artifactLocation.uri=lost_update.c \
        runs.0.results.0.locations.0.physicalLocation.region.startLine=41 \
        runs.0.results.0.codeFlows.0.threadFlows.0.id=main \
        runs.0.results.0.codeFlows.0.threadFlows.0.locations.0.executionOrder=1 \
        'runs.0.results.0.codeFlows.0.threadFlows.2.id=*' || fail "contents"
    says x.sarif 'finds balance = '
    breaks sarif.schema.json x.sarif 's/"startLine":/"startline":/'
    breaks sarif.schema.json x.sarif 's/"2.1.0"/"2.0.0"/'
    breaks sarif.schema.json x.sarif 's/"kind":.*"fail"/"kind": "pass"/'
    breaks sarif.schema.json x.sarif 's/"executionOrder":.*1$/"executionOrder": "1"/'
}
test_reports_of_many_properties() {
    program any_no_mutex_race.c
    decides FALSE 1 verify --property=all --timeout=12 --sarif=x.sarif --html=x.html any_no_mutex_race.c
    conforms sarif.schema.json x.sarif
    "$json_look" x.sarif runs.0.invocations.0.exitCode=1 runs.0.results.0.ruleId=race runs.0.results.0.level=error || fail "SARIF of several properties"
    says x.html '"property":"all","verdict":"FALSE"'
    says x.html '^property race: FALSE'
}
test_sarif_of_a_race() {
    program lost_update_local_copy.c
    decides FALSE 1 verify --property=race --sarif=x.sarif lost_update_local_copy.c
    conforms sarif.schema.json x.sarif
    "$json_look" x.sarif runs.0.results.0.ruleId=race runs.0.results.0.ruleIndex=1 'runs.0.results.0.relatedLocations.0.id=1' || fail "contents"
    says x.sarif 'is about to write i'
}
test_notes_about_weaker_orders() {
    program order_message.c
    decides TRUE 0 verify --sarif=x.sarif --json=x.json --html=x.html order_message.c
    conforms sarif.schema.json x.sarif
    for file in out x.sarif x.json x.html; do says $file 'the memory orders at lines 13 and 19 are weaker than seq_cst'; done
    "$json_look" x.sarif runs.0.invocations.0.toolExecutionNotifications.0.level=note || fail "level"
    program order_buffering.c
    decides UNKNOWN 2 verify --engine=explore --sarif=x.sarif --json=x.json order_buffering.c
    for file in out x.sarif x.json; do says $file 'proved for sequential consistency only; with the memory orders at lines 12, 13, 19 and 20 it may be otherwise, with memory_order_seq_cst at lines 12, 13, 19 and 20 it would not be'; done
    decides FALSE 1 verify --sarif=x.sarif --json=x.json --html=x.html --witness=x.graphml order_buffering.c
    conforms sarif.schema.json x.sarif
    for file in out x.json; do says $file 'reads the old value x = 0, though line 12 had written 1'; done
    for file in out x.sarif x.json x.html; do says $file 'with memory_order_seq_cst at lines 12, 13, 19 and 20 this cannot happen'; done
    "$json_look" x.json checks.0.events.4.newer=0 checks.0.events.4.file=order_buffering.c 'checks.0.events.4.what=reads x = 0, acquire' || fail "events"
    conforms ../../docs/report.schema.json x.json
    decides FALSE 1 verify --memory-model=tso order_buffering.c
    decides TRUE 0 verify --memory-model=sc order_buffering.c
    decides FALSE 1 verify --count-executions order_buffering.c
    says out 'executions: 3' # and one that fails
    says out 'by views: 3 executions$'
    program order_push_weak.c
    decides TRUE 0 verify --count-executions order_push_weak.c
    says out 'executions: 4, ' # who comes second has seen the first one, or has not and tries again
}
test_notes_about_no_checks() {
    program order_ticket.c
    decides TRUE 0 verify --sarif=x.sarif --json=x.json --html=x.html order_ticket.c
    for file in out x.sarif x.json x.html; do says $file 'no assertion to check, or none that the compiler does not see to hold; heddle race and heddle deadlock'; done
    decides TRUE 0 race order_ticket.c
    says_not out 'no assertion'
}
test_accesses_that_are_not_ordered() {
    program order_message_relaxed_load.c
    decides FALSE 1 race --sarif=x.sarif --json=x.json order_message_relaxed_load.c
    conforms sarif.schema.json x.sarif
    for file in out x.sarif x.json; do
        says $file 'first has written data here|has written data here'
        says $file 'reads data, not ordered after that: the load at line 19 is relaxed'
        says $file 'with memory_order_acquire at line 19 this cannot happen'
    done
    program order_spin_relaxed.c
    decides FALSE 1 race order_spin_relaxed.c
    says out 'with memory_order_acquire at line 11 and memory_order_release at line 14 this cannot happen'
    program lost_update_local_copy.c
    decides FALSE 1 race lost_update_local_copy.c
    says_not out 'this cannot happen'
}
test_sarif_of_a_deadlock() {
    program deadlock_abba.c
    decides FALSE 1 verify --property=deadlock --sarif=x.sarif deadlock_abba.c
    conforms sarif.schema.json x.sarif
    says x.sarif 'is blocked here: waits for b, which second holds'
}
test_sarif_of_a_proof() {
    example ticket_lock.c
    decides TRUE 0 verify --sarif=x.sarif ticket_lock.c
    conforms sarif.schema.json x.sarif
    "$json_look" x.sarif runs.0.invocations.0.exitCode=0 runs.0.invocations.0.exitCodeDescription=TRUE || fail "contents"
    says_not x.sarif ruleId
}
test_sarif_of_what_is_open() {
    printf '#include <assert.h>\nint x;\nint main(int n) { if (n > 3) x = (int)((__float128)n * n); assert(x == 0); }\n' >x.c
    decides UNKNOWN 2 verify --sarif=x.sarif x.c
    conforms sarif.schema.json x.sarif
    "$json_look" x.sarif runs.0.results.0.kind=open 'runs.0.invocations.0.toolExecutionNotifications.1.locations.0=*' || fail "contents"
}
# Lines that move do not change the fingerprint; another assertion has another; equal ones are told apart.
test_sarif_fingerprints() {
    printf '#include <assert.h>\nint main(void)\n{\n    int x = 1;\n    assert(x == 2);\n}\n' >x.c
    run_heddle verify --sarif=a.sarif x.c
    sed '2i /* a line\n that was not there */\n' x.c >y.c && mv y.c x.c
    sed 's|assert(x == 2);|assert(x == /* not */ 2); // "why"|' x.c >y.c && mv y.c x.c
    run_heddle verify --sarif=b.sarif x.c
    sed 's|x == /. not ./ 2|x == 3|' x.c >y.c && mv y.c x.c
    run_heddle verify --sarif=c.sarif x.c
    for f in a b c; do grep -o '"heddleCheck/v1":.*' $f.sarif >$f.print; done
    cmp a.print b.print || fail "the fingerprint moved with the line"
    cmp -s a.print c.print && fail "two assertions have one fingerprint"
    says b.sarif '"startLine":[[:space:]]*8$|"startLine":[[:space:]]*8,'
    printf '#include <assert.h>\nint x, y;\nint main(void)\n{\n    if (__builtin_expect(y, 0)) {}\n    assert(x); assert(x);\n}\n' >x.c
    run_heddle verify --sarif=d.sarif x.c
    grep -o '"heddleCheck/v1":.*' d.sarif | sort | uniq -d | grep . && fail "two results with one fingerprint"
    return 0
}
test_sarif_strange_names() {
    mkdir 'a b'
    printf '#include <assert.h>\nint main(void) { int \303\244 = 1; assert(\303\244 == 2 && "\\"\\\\"); }\n' >'a b/it%s#1.c'
    decides FALSE 1 verify --sarif=x.sarif 'a b/it%s#1.c'
    conforms sarif.schema.json x.sarif
    says x.sarif '"uri":[[:space:]]*"a%20b/it%25s%231.c"'
    run_heddle verify --sarif=- 'a b/it%s#1.c'
    expect_status 1
    "$json_look" out version=2.1.0 || fail "standard output is not SARIF alone"
}
test_sarif_of_a_limit() {
    cat >endless.c <<'END'
#include <assert.h>
#include <pthread.h>
int a, b;
void *f(void *x) { for (;;) { a += 3; if (b == 77777) a = b; } }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) { b += 7; if (a == b) b++; assert(a != 1 || b != 2 || a == b); } }
END
    run_heddle verify --timeout=1 --engine=explore --sarif=x.sarif endless.c
    expect_status 2
    conforms sarif.schema.json x.sarif
    "$json_look" x.sarif runs.0.invocations.0.exitCode=2 'runs.0.invocations.0.toolExecutionNotifications.0.message.text=*' || fail "contents"
}
test_unwritable_reports() {
    example lost_update.c
    refuses 65 'nowhere/x.sarif' verify --sarif=nowhere/x.sarif lost_update.c
}

# --- short forms ---

test_short_form_race() {
    example ticket_lock.c
    program lost_update_local_copy.c
    decides FALSE 1 race lost_update_local_copy.c
    says out "error: race on 'i' can happen, with line [0-9]+ \[race\]"
    decides TRUE 0 race --json=x.json -m32 ticket_lock.c
    "$json_look" x.json property=race machine=32 || fail "options are not taken"
    refuses 64 "not an option of 'race'" race --property=reach ticket_lock.c
    run_heddle race --help
    says out '^Usage: heddle race '
    says out '--sarif'
    says_not out '^ .*--property=reach'
}
test_short_form_deadlock() {
    program deadlock_abba.c
    program deadlock_ordered.c
    decides FALSE 1 deadlock deadlock_abba.c
    says out 'error: deadlock can happen \[deadlock\]'
    decides TRUE 0 deadlock deadlock_ordered.c
}

# --- witnesses ---

xml_conforms() { xmllint --noout --schema "$schemas/graphml.xsd" "$1" 2>why || { cat why; fail "$1 is not as graphml.xsd says"; }; }
xml_breaks() {
    sed "$2" "$1" >broken.graphml
    cmp -s "$1" broken.graphml && fail "'$2' changes nothing in $1"
    xmllint --noout --schema "$schemas/graphml.xsd" broken.graphml 2>/dev/null && fail "graphml.xsd does not notice '$2'"
    return 0
}
xpath() { xmllint --xpath "$2" "$1" 2>/dev/null; } # names without their namespace: *[local-name()="edge"]
edges='//*[local-name()="edge"]'
test_witness_graphml_of_a_violation() {
    example lost_update.c
    decides FALSE 1 verify --witness=x.graphml lost_update.c
    xml_conforms x.graphml
    for key in witness-type sourcecodelang producer specification programfile programhash architecture creationtime; do
        [ "$(xpath x.graphml "count(//*[local-name()='graph']/*[@key='$key'])")" = 1 ] || fail "not one $key"
    done
    says x.graphml "<data key=\"programhash\">$(sha256sum <lost_update.c | cut -d ' ' -f 1)</data>"
    says x.graphml '<data key="architecture">64bit</data>'
    [ "$(xpath x.graphml "count(//*[@key='entry'])")" = 1 ] || fail "not one entry"
    [ "$(xpath x.graphml "count(//*[@key='violation'])")" = 1 ] || fail "not one violation"
    [ "$(xpath x.graphml "count($edges[*[@key='createThread']])")" = 2 ] || fail "not two threads created"
    [ "$(xpath x.graphml "count($edges[*[@key='enterFunction' and text()='withdraw']])")" = 2 ] || fail "not two threads entered"
    [ "$(xpath x.graphml "string($edges[last()]/*[@key='startline'])")" = 41 ] || fail "the last line is not the assertion"
    # a path: one edge fewer than nodes, each from the node before
    [ "$(xpath x.graphml "count($edges)")" = $(($(xpath x.graphml "count(//*[local-name()='node'])") - 1)) ] || fail "not a path"
    xml_breaks x.graphml 's/target="N3"/target="N999"/'
    xml_breaks x.graphml '0,/key="threadId"/s/key="threadId"/key="entry"/'
    xml_breaks x.graphml '/key="programhash">/d'
}
test_witness_of_unknown() {
    printf '#include <assert.h>\nint x;\nint main(int n) { if (n > 3) __asm__ volatile("fnop" : "+m"(x)); assert(x == 0); }\n' >x.c
    echo old >x.graphml
    decides UNKNOWN 2 verify --witness=x.graphml x.c
    [ ! -e x.graphml ] || fail "a witness of UNKNOWN"
}
nondet_program() { cat >n.c <<'END'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 77) reach_error();
}
END
}
test_witness_of_inputs() {
    nondet_program
    decides FALSE 1 verify -m32 --witness=x.graphml n.c
    xml_conforms x.graphml
    says x.graphml '<data key="assumption">\\result == 77;</data>'
    says x.graphml '<data key="assumption.resultfunction">__VERIFIER_nondet_int</data>'
    says x.graphml '<data key="architecture">32bit</data>'
    decides FALSE 1 verify -m32 --witness=x.yml n.c
    conforms witness.schema.json x.yml
    says x.yml 'format_version: "2.0"'
    says x.yml 'data_model: "ILP32"'
    grep -A 8 'type: "function_return"' x.yml >return
    says return 'value: "..result == 77"'
    says return 'column: 35$'
    says_not x.yml thread_id
    grep -A 8 'type: "target"' x.yml >target
    says target 'line: 6$'
    says target 'column: 18$'
}
test_witness_yaml_of_a_violation() {
    example lost_update.c
    decides FALSE 1 verify --witness=x.yml lost_update.c
    conforms witness.schema.json x.yml
    says x.yml 'format_version: "2.2"'
    says x.yml "\"lost_update.c\": \"$(sha256sum <lost_update.c | cut -d ' ' -f 1)\""
    [ "$(grep -c 'type: "function_enter"' x.yml)" = 2 ] || fail "not two threads created"
    [ "$(grep -c 'type: "target"' x.yml)" = 1 ] || fail "not one target"
    says x.yml 'thread_id: 2'
    SOURCE_DATE_EPOCH=1000000000 "$heddle" verify --engine=explore --witness=y.yml lost_update.c >/dev/null
    says y.yml '2001-09-09T01:46:40Z'
    SOURCE_DATE_EPOCH=1000000000 "$heddle" verify --engine=explore --witness=z.yml lost_update.c >/dev/null
    cmp y.yml z.yml || fail "not the same twice"
    breaks witness.schema.json x.yml 's/violation_sequence/violation/'
    breaks witness.schema.json x.yml 's/line: 41/line: "41"/'
    breaks witness.schema.json x.yml 's/uuid: ".*"/uuid: "1234"/'
    breaks witness.schema.json x.yml '/action:/d'
}
test_witness_of_a_race() {
    program lost_update_local_copy.c
    decides FALSE 1 race --witness=x.yml lost_update_local_copy.c
    conforms witness.schema.json x.yml
    says x.yml 'data-race'
    [ "$(grep -c 'type: "target"' x.yml)" = 2 ] || fail "not two targets"
    decides FALSE 1 race --witness=x.graphml lost_update_local_copy.c
    xml_conforms x.graphml
}
test_witness_of_a_proof() {
    example ticket_lock.c
    decides TRUE 0 verify --timeout=10 --witness=x.yml ticket_lock.c
    conforms witness.schema.json x.yml
    says x.yml invariant_set
    decides TRUE 0 verify --timeout=10 --witness=x.graphml ticket_lock.c
    xml_conforms x.graphml
    says x.graphml correctness_witness
}
test_witness_strange_names() {
    mkdir 'a&b "c'
    printf '#include <assert.h>\nint main(void) { assert(0); }\n' >'a&b "c/x<y>.c'
    decides FALSE 1 verify --witness=x.graphml 'a&b "c/x<y>.c'
    xml_conforms x.graphml
    [ "$(xpath x.graphml "string(//*[@key='programfile'])")" = 'a&b "c/x<y>.c' ] || fail "the name of the file"
    decides FALSE 1 verify --witness=x.yml 'a&b "c/x<y>.c'
    conforms witness.schema.json x.yml
}
test_absolute_names() {
    mkdir -p there/below
    printf '#include <assert.h>\nint main(void) { assert(0); }\n' >there/x.c
    cd there/below || exit 1
    decides FALSE 1 verify "$folder/there/x.c"
    says out "^$folder/there/x.c:2:[0-9]+: error"
    decides FALSE 1 verify ../x.c
    says out '^\.\./x.c:2:[0-9]+: error'
}

# --- HTML ---

browser() { for b in chromium chromium-browser google-chrome; do command -v $b && return; done; echo "skipped: no chromium" >&2; exit 77; }
# look_page FILE MODE WIDTH DARK PAGE: the report with html_look.js in it; MODE is what that looks for.
look_page() {
    { sed '/^<\/body>/,$d' "$1"; echo "<script>const mode = '$2'; var wantDark = $4, wantWidth = $3;"; cat "$schemas/html_look.js"; echo '</script></body></html>'; } >"$5"
}
# browse PAGE WIDTH FLAG: what a page says in the end
browse() {
    name=$(browser) || exit 77
    timeout 60 "$name" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$folder/profile" --hide-scrollbars "$3" \
        --window-size="$2,900" --virtual-time-budget=5000 --dump-dom "file://$folder/$1" >dom 2>browser.err
    sed -n 's/.*<pre id="result">\([^<]*\).*/\1/p' dom >result
    [ "$(cat result)" = good ] || { cat result; tail -3 browser.err; fail "$4"; }
}
# looks FILE MODE WIDTH [dark]: in the browser, in a window of its own
looks() {
    dark=false flag=--hide-scrollbars
    [ "${4:-}" != dark ] || dark=true flag=--force-dark-mode
    [ "$3" -ge 500 ] || fail "a window has at least 500 pixels: use looks_framed"
    look_page "$1" "$2" "$3" $dark look.html
    browse look.html "$3" $flag "$1 as $2 at width $3"
}
# looks_framed 'FILE MODE WIDTH'...: as frames of one page, which costs one start of a browser for all of them
looks_framed() {
    count=0
    for each; do
        set -- $each
        count=$((count + 1))
        look_page "$1" "$2" "$3" false "frame$count.html"
        echo "<iframe src=\"frame$count.html\" width=\"$3\" height=\"800\" style=\"border:0\"></iframe>"
    done >frames
    {
        echo '<!doctype html>'
        cat frames
        cat <<END
<script>
const heard = [];
addEventListener('message', e => {
  heard.push(e.data);
  if (heard.length < $count) return;
  const p = document.createElement('pre');
  p.id = 'result';
  p.textContent = [...new Set(heard)].join('; ');
  document.body.append(p);
});
</script>
END
    } >frames.html
    browse frames.html 1400 --hide-scrollbars "reports in frames"
}
test_html_is_one_file() {
    example lost_update.c
    decides FALSE 1 verify --html=x.html lost_update.c
    says x.html "default-src 'none'"
    says_not x.html '(src|href|url\()=?["(]?(https?:|//)'
    says_not x.html '<(link|img|iframe|object|embed)'
    [ "$(grep -c '<script' x.html)" = 2 ] || fail "scripts"
    says x.html '^<title>FALSE: lost_update.c'
    run_heddle verify --html=- lost_update.c
    [ "$(head -n 1 out)" = '<!doctype html>' ] || fail "standard output is not the page alone"
    refuses 65 'nowhere/x.html' verify --html=nowhere/x.html lost_update.c
}
test_html_in_a_browser() {
    example lost_update.c
    decides FALSE 1 verify --html=x.html lost_update.c
    looks x.html violation 1300 dark
    program lost_update_local_copy.c
    decides FALSE 1 race --html=race.html lost_update_local_copy.c
    program deadlock_abba.c
    decides FALSE 1 deadlock --html=deadlock.html deadlock_abba.c
    looks_framed 'x.html violation 1300' 'x.html violation 390' 'race.html violation 1000' 'deadlock.html violation 1000'
}
test_html_strange_text() {
    cat >"x'\"<&.c" <<'END'
#include <assert.h>
/* </script><script>window.injected = 1</script> <!-- <script> */
int main(void) { int x = 1; assert(x == 2 && "</script><script>window.injected = 2</script><!--"); }
END
    printf '/* \377\376 \303\244 */\n' >>"x'\"<&.c"
    decides FALSE 1 verify --html=x.html "x'\"<&.c"
    [ "$(grep -c '<script' x.html)" = 2 ] || fail "the source became markup"
    looks x.html plain 1000
}
protected_program() { cat >protected.c <<'END'
#include <assert.h>
#include <pthread.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;
    y = 1;
    assert(x == y);
    x = 0;
    y = 0;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return 0;
}
END
}
test_html_of_a_proof() {
    protected_program
    decides TRUE 0 verify --engine=modular --timeout=60 --html=x.html --json=x.json protected.c
    "$json_look" x.json 'invariants.0.invariant=*' 'invariants.0.line=*' invariants.0.thread=main || fail "no invariants in JSON"
    looks x.html proof 1200
    looks_framed 'x.html proof 390'
}
# Passes give variables that nobody reads any more other values: conditions for people do not speak of them, and say nothing twice.
test_conditions_of_what_lives() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
atomic_int box, seen;
void *worker(void *argument)
{
    int mine = (int)(intptr_t)argument;
    box = mine;
    int before = box;
    assert(before >= 0);
    seen = 1;
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, (void *)7);
    pthread_create(&b, 0, worker, (void *)8);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
END
    decides TRUE 0 verify --engine=modular --timeout=60 --json=x.json x.c
    grep -A2 '"conditions"' x.json >conditions
    says conditions '"7 <= box && box <= 8"'
    says conditions '"7 <= box && box <= 8"'
    says_not conditions 'argument == 0'
    says_not conditions 'box == 8.*box == 8'
}
# What models of library functions keep for themselves is shown nowhere; what races are about has the function's name.
test_library_state() {
    cat >x.c <<'END'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int c;
void *worker(void *text)
{
    srand(3);
    c += rand() % 2;
    strtok(text, " ");
    return 0;
}
int main(void)
{
    char mine[] = "a b", other[] = "c d", *words[] = {"x", "-n", "3", 0};
    pthread_t t;
    getopt(3, words, "n:");
    srand(1);
    pthread_create(&t, 0, worker, mine);
    strtok(other, " ");
    c = 1;
    pthread_join(t, 0);
    return c;
}
END
    run_heddle verify --engine=explore --property=race --timeout=30 --undefined=assume --json=x.json --trace=x.txt x.c
    says out "race on 'state of strtok'"
    cat out x.json >shown
    says shown 'state of rand'
    says_not shown 'letters_left|left_at|randoms|place_of_all|__heddle|numbered|"%'
}
test_html_without_checks() {
    echo 'int main(void) { return 0; }' >x.c
    decides TRUE 0 verify --html=x.html x.c
    looks x.html plain 800
}

# --- compile_commands.json ---

# Two programs (one right, one wrong), a library for both, a C++ file, something without main; both forms of commands.
database() {
    mkdir -p src inc 'other dir'
    echo 'int two(void);' >inc/two.h
    printf '#include "two.h"\nint two(void) { return TWO; }\n' >src/two.c
    cat >src/good.c <<'END'
#include <assert.h>
#include "two.h"
/* int main(void) { in a comment } */
const char *s = "int main(void) {";
static int f(int main) { return main; }
int main(int argc, char **argv) { assert(two() + f(0) == N); }
END
    printf '#include <assert.h>\n#include "two.h"\n#include NAME\nint\nmain(void)\n{ assert(two() == THREE); }\n' >src/bad.c
    echo '#define THREE 3' >'other dir/three.h'
    printf 'int main(void);\nint mainly(void) { return main(); }\n' >src/none.c
    echo 'int main() { return 0; }' >src/x.cpp
    cat >compile_commands.json <<END
[{"directory": "$PWD", "file": "src/two.c", "command": "cc -DTWO=2 -Iinc -c src/two.c"},
 {"directory": "$PWD", "file": "src/good.c", "arguments": ["cc", "-O2", "-D", "N=2", "-I", "inc", "-Wall", "-c", "src/good.c"]},
 {"directory": "$PWD", "file": "src/good.c", "arguments": ["cc", "-O3", "-D", "N=2", "-I", "inc", "-c", "src/good.c"]},
 {"directory": "$PWD/src", "file": "bad.c", "command": "cc -I../inc -isystem '../other dir' -DNAME=\\\\\"three.h\\\\\" \\"-DX=a b\\" -c bad.c"},
 {"directory": "$PWD", "file": "src/none.c", "command": "cc -c src/none.c"},
 {"directory": "$PWD", "file": "src/x.cpp", "command": "c++ -c src/x.cpp"}]
END
}
test_compile_commands() {
    database
    decides FALSE 1 verify --with=src/two.c compile_commands.json
    says out "error: assertion 'two\(\) == THREE' can fail"
    says out '^src/good.c +TRUE +[01] +0 +0 '
    says out "^$PWD/src/bad.c +FALSE +0 +1 +0 "
    says out '^checks: [01] proved, 1 violated, 0 open$'
    [ "$(grep -cE ' (TRUE|FALSE|ERROR|UNKNOWN) ' out)" = 2 ] || { cat out; fail "not two programs"; }
    run_heddle verify -q --with=src/two.c compile_commands.json
    says_not out 'note:'
}
# What the compiler sees counts, not what the text looks like.
test_compile_commands_main() {
    cat >braces.c <<'END'
#include <assert.h>
#ifdef NEVER
int f(int x) {
#else
int f(long x) {
#endif
    return (int)x;
}
#define PROGRAM int main(void)
PROGRAM { assert(f(1) == 1); }
END
    echo 'int main(void) { return 1; }' >renamed.c
    printf '#if 0\nint main(void) {}\n#endif\nint g;\n' >left_out.c
    cat >compile_commands.json <<END
[{"directory": "$PWD", "file": "braces.c", "command": "cc -c braces.c"},
 {"directory": "$PWD", "file": "renamed.c", "command": "cc -Dmain=other -c renamed.c"},
 {"directory": "$PWD", "file": "left_out.c", "command": "cc -c left_out.c"}]
END
    decides TRUE 0 verify compile_commands.json
    says out '^braces.c +TRUE '
    says_not out 'renamed|left_out'
}
test_compile_commands_reports() {
    database
    mkdir reports
    run_heddle verify --with=src/two.c --sarif=reports/x.sarif --html=reports/x.html compile_commands.json
    expect_status 1
    conforms sarif.schema.json reports/x-good.sarif
    conforms sarif.schema.json reports/x-bad.sarif
    "$json_look" reports/x-bad.sarif runs.0.results.0.ruleId=reach || fail "contents"
    [ -s reports/x-good.html ] || fail "no page"
    [ ! -e reports/x.sarif ] || fail "a file for no program"
    refuses 65 'not to standard output' verify --json=- compile_commands.json
}
test_compile_commands_errors() {
    database
    sed '1s/.*/[/' compile_commands.json >db.json
    run_heddle verify db.json # nothing defines two()
    expect_status 2
    says out '^VERDICT: UNKNOWN'
    sed 's/-DTWO=2//' compile_commands.json >db.json
    run_heddle verify --with=src/two.c db.json # does not compile
    expect_status 65
    says out '^src/good.c +ERROR'
    echo '{"file": 1}' >bad.json
    refuses 65 'bad.json: not a compilation database' verify bad.json
    echo '[{"file": "x.c"}]' >bad.json
    refuses 65 'bad.json: not a compilation database' verify bad.json
    echo '[]' >bad.json
    refuses 65 'no C file with main' verify bad.json
    refuses 65 'nowhere.json' verify nowhere.json
    refuses 65 'stands alone' verify compile_commands.json src/good.c
    refuses 64 'goes with a compile_commands.json' verify --with=src/two.c src/good.c
}
test_compile_commands_race() {
    program lost_update_local_copy.c
    cat >compile_commands.json <<END
[{"directory": "$PWD", "file": "lost_update_local_copy.c", "command": "gcc -m32 -c lost_update_local_copy.c"}]
END
    decides FALSE 1 race --json=x.json compile_commands.json
    "$json_look" x-lost_update_local_copy.json property=race machine=32 || fail "property or flags"
}

# --- suite ---

test_suite_compare() {
    printf '#include <assert.h>\nint x = 1;\nint main(void) { assert(x == 1); }\n' >good.c
    mkdir -p tasks/a
    for i in 1 2 3 4; do
        cp good.c tasks/a
        printf "format_version: '2.0'\ninput_files: 'good.c'\nproperties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: %s\n" \
            $([ $i = 4 ] && echo false || echo true) >tasks/a/$i.yml
    done
    cat >old.csv <<'END'
task,property,expected,verdict,result,wall_s,cpu_s,memory_mb,reason
"/elsewhere/a/1.yml",reach,true,UNKNOWN,unknown,1.0,1.000,10.0,"a ""reason"", with a comma"
"/elsewhere/a/2.yml",reach,true,TRUE,right,100.0,100.000,10.0,""
"/elsewhere/a/4.yml",reach,false,FALSE,right,1.0,1.000,10.0,""
"/elsewhere/a/9.yml",reach,false,FALSE,right,1.0,1.000,10.0,""
END
    run_heddle suite --timeout=60 --compare=old.csv --csv=new.csv tasks
    expect_status 1
    says out '^folder .* score$'
    says out '^tasks/a +4 +3 +3 +0 +1 .* -26$'
    says out '^score: -26$'
    says out '^gained +UNKNOWN +-> TRUE .*tasks/a/1.yml$'
    says out '^faster +TRUE +-> TRUE .*tasks/a/2.yml$'
    says out '^lost +FALSE +-> TRUE .*tasks/a/4.yml$'
    says out '^gained 1, lost 1, slower 0, faster 1, same 0; 1 new, 1 no longer there$'
    run_heddle suite --timeout=60 --compare=new.csv tasks
    says out '^gained 0, lost 0, slower 0, faster 0, same 4; 0 new, 0 no longer there$'
    refuses 65 'nowhere.csv' suite --compare=nowhere.csv tasks
    echo 'a,b' >bad.csv
    refuses 65 'bad.csv: not a CSV' suite --compare=bad.csv tasks
}

# --- invariants in witnesses: put into the program as assertions, they hold ---

test_witness_invariants() {
    protected_program
    decides TRUE 0 verify --timeout=60 --witness=x.yml protected.c
    conforms witness.schema.json x.yml
    says x.yml ghost_instrumentation
    says x.yml 'name: "m_held"'
    says x.yml 'value: ".*x == 0.*"'
    says x.yml 'format_version: "2.1"'
    says_not x.yml 'self|started\.|at\('
    awk -f "$schemas/instrument.awk" x.yml protected.c >checked.c
    [ "$(grep -c 'reach_error()' checked.c)" -ge 8 ] || fail "few invariants"
    decides TRUE 0 verify --engine=explore --timeout=60 checked.c
    sed 's/x == 0/x == 7/' x.yml >wrong.yml
    awk -f "$schemas/instrument.awk" wrong.yml protected.c >checked.c
    decides FALSE 1 verify --engine=explore --timeout=60 checked.c
    decides TRUE 0 verify --timeout=60 --witness=x.graphml protected.c
    xml_conforms x.graphml
    says x.graphml '<data key="invariant">.*x == 0'
}
# Loops, whose invariant must hold each time around.
test_witness_loop_invariants() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
int flag, data;
static void *writer(void *unused)
{
    data = 5;
    __atomic_store_n(&flag, 1, 5);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    while (__atomic_load_n(&flag, 5) == 0)
        ;
    assert(data == 5);
}
END
    decides TRUE 0 verify --timeout=60 --witness=x.yml x.c
    conforms witness.schema.json x.yml
    says x.yml 'type: "loop_invariant"'
    says_not x.yml 'line: 17$' # a brace is no statement
    awk -f "$schemas/instrument.awk" x.yml x.c >checked.c
    says checked.c 'while \(\(\{ __VERIFIER_atomic_begin'
    decides TRUE 0 verify --engine=explore --timeout=60 checked.c
}
# Generated programs whose assertions always hold: what their witnesses claim is true.
test_witness_of_generated_programs() {
    claims=0
    for seed in 2 5 8 11 13 17 21 24; do
        "$(dirname "$heddle")/tests/fuzz/generate" threads $seed >g.c
        sum=0
        for v in x0 x1 x2 f0 f1 c0 c1; do grep -qE "^[a-zA-Z_ ]* $v( = [0-9]+)?;" g.c && sum="$sum + $v"; done
        sed "s/assert(.*);/assert($sum < 1000000);/" g.c >p.c
        run_heddle verify -q --timeout=10 --witness=w.yml p.c
        [ "$status" = 0 ] || continue
        conforms witness.schema.json w.yml
        n=$(grep -c '^  - invariant:' w.yml)
        [ "$n" -gt 0 ] || continue
        awk -f "$schemas/instrument.awk" w.yml p.c >c.c
        run_heddle verify -q --timeout=10 --engine=explore c.c
        [ "$status" = 0 ] || [ "$status" = 2 ] || { cat c.c out err; fail "seed $seed: a witness claims what is not true"; }
        [ "$status" = 2 ] || claims=$((claims + n))
    done
    [ $claims -gt 10 ] || fail "only $claims claims were looked at"
}
# Where nobody is asked, or nobody has a proof: what variables may hold at all; elements of arrays, and variables of main that others see.
test_witness_of_values() {
    cat >x.c <<'END'
#include <pthread.h>
int state = 1, turn[2], sum;
static void *worker(void *seen)
{
    state = 3;
    turn[0] = 0;
    turn[1] = 5;
    sum += *(int *)seen;
    *(int *)seen = 2;
    return 0;
}
int main(void)
{
    int mine = 4;
    pthread_t t;
    pthread_create(&t, 0, worker, &mine);
    {
        int sum = 0;
        sum += mine;
    }
    pthread_join(t, 0);
    return mine;
}
END
    decides TRUE 0 verify --timeout=60 --witness=x.yml --json=x.json x.c
    conforms witness.schema.json x.yml
    says x.yml 'state == 1 .. state == 3|state == 3 .. state == 1'
    says x.yml 'turn.1. == 0 .. turn.1. == 5|turn.1. == 5 .. turn.1. == 0'
    says_not x.yml 'sum'
    awk -f "$schemas/instrument.awk" x.yml x.c >checked.c
    decides TRUE 0 verify --engine=explore --timeout=60 checked.c
    decides TRUE 0 validate --timeout=60 x.yml x.c
    sed 's/state == 3/state == 2/g' x.yml >wrong.yml
    decides UNKNOWN 2 validate --timeout=60 wrong.yml x.c
    sed 's/return mine;/if (mine != 2) reach_error();/; 2s/$/ void reach_error(void) {}/' x.c >y.c
    decides TRUE 0 verify --timeout=60 --witness=y.yml y.c
    sed -n '/line: 21$/,/value:/p' y.yml >later
    says later 'mine == 4.*mine == 2'
    sed -n '/line: [5-9]$/,/value:/p' y.yml >inside
    says_not inside 'mine'
    decides TRUE 0 validate --timeout=60 y.yml y.c
}
# Where heddle puts an object is nothing that C knows.
test_witness_of_pointers() {
    cat >x.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int *box, cell;
static void *worker(void *unused)
{
    box = malloc(sizeof *box);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(box != 0);
    box = &cell;
    return 0;
}
END
    decides TRUE 0 verify --timeout=60 --witness=x.yml --json=x.json x.c
    says x.yml 'value: ".*box != 0'
    says_not x.yml 'box == [1-9]|box > |box < |box <= |long.box'
    grep '"conditions"' x.json >conditions
    says conditions '"box != 0"'
    says_not conditions 'box (==|>=|<=) [1-9]'
    decides TRUE 0 validate --timeout=60 x.yml x.c
}
# A mutex that is tried, too: no ghost variable can follow it.
test_witness_without_ghosts() {
    protected_program
    sed 's/^    pthread_mutex_lock(&m);$/    if (pthread_mutex_trylock(\&m)) return 0;/' protected.c >x.c
    decides TRUE 0 verify --timeout=60 --witness=x.yml x.c
    conforms witness.schema.json x.yml
    says_not x.yml m_held
    awk -f "$schemas/instrument.awk" x.yml x.c >checked.c
    decides TRUE 0 verify --engine=explore --timeout=60 checked.c
}

# Whether a name means what it should is looked up once for a text, and not for every name at every place: a verdict was lost, since the witness took longer than all else.
test_witness_of_long_text() {
    {
        seq 12000 | sed 's/.*/static inline long f&(long a, long b) { long c = a; { long d = b; c += d; } return c; }/'
        echo 'typedef unsigned long pthread_t; int pthread_create(pthread_t *, void *, void *(*)(void *), void *);'
        echo 'void reach_error(void); int s0, s1, s2, s3, s4, s5, s6, s7; void *f(void *x) {'
        seq 0 7 | sed 's/.*/    if (s& == 0)\n        s& = 1;/'
        printf '    return x;\n}\nint main(void) {\n    pthread_t t; pthread_create(&t, 0, f, 0);\n'
        seq 0 7 | sed 's/.*/    if (s& > 1)\n        reach_error();/'
        printf '    return 0;\n}\n'
    } >x.c
    decides TRUE 0 verify --property=reach --timeout=10 --witness=x.yml x.c
    says x.yml 's7'
}

# --- man pages ---

test_man_pages() {
    for c in verify race deadlock cover show suite run replay check; do
        run_heddle $c --generate man
        expect_status 0
        says out "^\.TH HEDDLE.-$(echo $c | tr a-z A-Z) 1"
        says out '^\.B .*help'
        command -v man >/dev/null && { man --warnings -E UTF-8 -l -Tutf8 out >/dev/null 2>warnings; [ ! -s warnings ] || { cat warnings; fail "man $c"; }; }
    done
    run_heddle race --generate man
    says_not out 'property=reach'
    says out 'witness'
    run_heddle --generate man
    for o in sarif witness html with compare; do says out "^\.B .*$o"; done
    DESTDIR=$PWD/d cmake --install "$(dirname "$heddle")" --prefix /usr >/dev/null || fail "cmake --install"
    [ -s d/usr/share/man/man1/heddle-suite.1 ] || fail "no page of suite"
}
test_completion_of_reports() {
    run_heddle --generate bash
    bash -c '. ./out; COMP_WORDS=(heddle race --wit); COMP_CWORD=2; _heddle; echo "${COMPREPLY[*]}"' >reply
    says reply '--witness'
    bash -c '. ./out; COMP_WORDS=(heddle de); COMP_CWORD=1; _heddle; echo "${COMPREPLY[*]}"' >reply
    says reply '^deadlock$'
}
# What is left when the run did not come to its end: no program, no checks.
test_html_of_nothing() {
    example lost_update.c
    run_heddle verify --html=x.html lost_update.c
    nothing='{"tool":"heddle","version":"0","command":"heddle verify lost_update.c","date":"2026-01-01T00:00:00Z","files":["lost_update.c"],"machine":64,"property":"reach","verdict":"UNKNOWN","reason":"crashed","seconds":0,"proved":0,"violated":0,"open":0,"checks":[],"statistics":{},"sources":[]}'
    sed "s|^<script type=\"application/json\" id=\"data\">.*|<script type=\"application/json\" id=\"data\">$nothing</script>|" x.html >y.html
    cmp -s x.html y.html && fail "the data was not found"
    looks y.html plain 800
}

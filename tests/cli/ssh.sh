# --on=ssh. Every test_NAME is a test, run by tests/cli/run.

# A real sshd on this machine where there is one, with keys and a port of its own; otherwise a program of that name that runs the command
# here. There are hosts one and two; lost does not answer.
start_ssh() {
    mkdir bin
    if [ -x /usr/sbin/sshd ] && ssh-keygen -q -t ed25519 -N '' -f "$folder/key" 2>/dev/null; then
        port=$((30000 + $$ % 20000))
        cp key.pub authorized
        printf '%s\n' "Port $port" 'ListenAddress 127.0.0.1' "HostKey $folder/key" "PidFile $folder/sshd.pid" 'StrictModes no' 'UsePAM no' \
            "AuthorizedKeysFile $folder/authorized" 'PasswordAuthentication no' >sshd.conf
        printf '%s\n' 'Host one two' 'HostName 127.0.0.1' "Port $port" "IdentityFile $folder/key" 'StrictHostKeyChecking no' \
            "UserKnownHostsFile $folder/known" 'LogLevel ERROR' 'Host lost' 'HostName 127.0.0.1' 'Port 1' >ssh.conf
        mkdir -p /run/sshd 2>/dev/null
        /usr/sbin/sshd -f "$folder/sshd.conf" -E "$folder/sshd.log" && sleep 0.5
        trap 'kill "$(cat "$folder/sshd.pid")" 2>/dev/null; rm -rf "$folder"' EXIT
        printf '#!/bin/sh\nexec /usr/bin/ssh -F %s "$@"\n' "$folder/ssh.conf" >bin/ssh
        chmod +x bin/ssh
        bin/ssh one true 2>/dev/null || rm bin/ssh # not for this user
    fi
    if [ ! -e bin/ssh ]; then
        cat >bin/ssh <<'END'
#!/bin/sh
while [ "$1" != -- ]; do shift; done
[ "$2" != lost ] || { echo 'ssh: lost: no route' >&2; exit 255; }
exec sh -c "$3"
END
        chmod +x bin/ssh
    fi
    PATH=$folder/bin:$PATH
}
task() { # task NAME VERDICT VALUE
    printf '#include <assert.h>\nint c;\nint main(void) { c = %s; assert(c == 1); }\n' "$3" >"tasks/$1.c"
    printf "format_version: '2.0'\ninput_files: \"%s.c\"\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: %s\noptions:\n  language: C\n  data_model: LP64\n" \
        "$1" "$2" >"tasks/$1.yml"
}
tasks() {
    mkdir tasks
    echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >tasks/unreach-call.prp
    for i in 1 2 3; do
        task "good $i'" true 1
        task "bad$i" false 2
    done
}
stable() { cut -d, -f1-5,9- "$1"; }

# The same table as on this machine, also where one of the machines does not answer.
test_suite_by_ssh() {
    start_ssh
    tasks
    run_heddle suite -t 60 --csv local.csv tasks
    expect_status 0
    run_heddle suite -t 60 --on ssh --hosts lost,one,2/two --csv ssh.csv tasks
    expect_status 0
    stable local.csv >a
    stable ssh.csv >b
    cmp a b || fail "another table: $(cat ssh.csv)"
    [ ! -e heddle.results ] || fail "results are left"
    run_heddle suite -t 60 --on ssh --hosts lost tasks
    expect_status 65
    says err 'none of the machines answers'
}
# Engines, parts of a search, and what is left of them when the command is interrupted.
test_verify_by_ssh() {
    start_ssh
    tasks
    decides FALSE 1 verify -t 60 --on ssh --hosts 4/one --explain tasks/bad1.c
    says out 'and executed$'
    decides TRUE 0 verify -t 60 --on ssh --hosts one,lost,two --engine explore --parts 2 --explain "tasks/good 1'.c"
    cp "$root/tests/slurm/hard.c" .
    "$heddle" verify --on ssh --hosts one --engine bounded "$folder/hard.c" >out 2>err &
    run=$!
    n=100
    until pgrep -f "entrant=bounded.*$folder/hard.c" >pids; do
        n=$((n - 1))
        [ $n -gt 0 ] || fail "the engine does not start"
        sleep 0.2
    done
    kill -INT $run
    wait $run
    says out '^VERDICT: UNKNOWN \(interrupted'
    n=50
    while pgrep -f "entrant=bounded.*$folder/hard.c" >pids; do
        n=$((n - 1))
        [ $n -gt 0 ] || fail "the engine runs on: $(cat pids)"
        sleep 0.2
    done
}
# Groups of pairs of a large program: what they say on other machines is what they say here.
test_groups_by_ssh() {
    start_ssh
    cat >program.c <<'END'
#include <pthread.h>
static int count, total, depth;
static int steps(int n) { return n < 2 ? n : steps(n - 1) + steps(n - 2); }
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
    decides FALSE 1 verify -p race --resolution=close --undefined=assume --timeout 60 --on ssh --hosts lost,2/one program.c
    says out '^total: 0 pairs proved, 2 violated, 0 open$'
    says out '^    violated: program.c:14: write in main by main; program.c:6: write in work by work$'
    says out '^count: .* 0 open$'
    [ -z "$(ls -d heddle.groups* 2>/dev/null)" ] || fail "files are left: $(ls)"
    refuses 65 'another program' verify -p race --undefined=assume --group="$(printf '%064d' 0):0:0-0" program.c
    refuses 65 'no pairs' verify -p race --undefined=assume --group=x program.c
}
# Schedules are executed and proofs are checked where the answer is given: a machine that lies, or whose words are broken, decides nothing.
test_lies_by_ssh() {
    mkdir bin
    PATH=$folder/bin:$PATH
    printf '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nHEDDLE_TAMPER=$(cat %s/lie)\nexport HEDDLE_TAMPER\nexec sh -c "$3"\n' "$folder" >bin/ssh
    chmod +x bin/ssh
    cat >program.c <<'END'
#include <pthread.h>
static int total, depth, flag, data;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int steps(int n) { return n < 2 ? n : steps(n - 1) + steps(n - 2); }
static void *work(void *unused)
{
    total++;
    for (unsigned rounds = 1; rounds; rounds += 2) {
        int now;
        pthread_mutex_lock(&m);
        now = flag;
        pthread_mutex_unlock(&m);
        if (now)
            data += (int)(rounds & 1);
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    total = 5;
    data = 3;
    pthread_mutex_lock(&m);
    flag = 1;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    depth = steps(5);
    return depth;
}
END
    echo none >lie
    decides FALSE 1 verify -p race --resolution=close --undefined=assume --timeout 60 --on ssh --hosts 2/one program.c
    says out '^checks: 3 proved, 2 violated, 0 open$'
    for lie in finding broken; do
        echo $lie >lie
        decides UNKNOWN 2 verify -p race --resolution=close --undefined=assume --timeout 30 --random-work 100000 --on ssh --hosts 2/one program.c
        says out '^checks: 1 proved, 0 violated, 4 open$'
        says err 'an answer from another machine does not count'
        [ $lie = broken ] || says err 'the proof that a node found does not hold here'
    done
}
test_hosts_are_names() {
    printf 'int main(void) { return 0; }\n' >x.c
    refuses 64 '--on=ssh needs machines' verify --on ssh x.c
    refuses 64 '--hosts needs names' verify --on ssh --hosts=-oProxyCommand=id x.c
    refuses 64 '--hosts needs names' verify --on ssh --hosts=0/one x.c
    refuses 64 '--hosts needs names' verify --on ssh --hosts=,one x.c
    refuses 64 '--hosts goes with' verify --hosts=one x.c
}

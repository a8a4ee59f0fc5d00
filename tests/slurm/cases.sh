# Each test_NAME is a test, run by tests/slurm/run.

# A suite loses a node and the controller in the middle, and comes to the table that one machine comes to.
test_suite() {
    "$here/tasks.sh" "$source/tests/programs" tasks 40
    suite -q -j 2 --csv local.csv tasks >local.txt || fail "the suite fails on one machine: $(cat local.txt)"
    lab_start "$folder/lab" 2 1 || fail "Slurm does not start"
    suite --on slurm --csv slurm.csv tasks >slurm.txt 2>slurm.err &
    run=$!
    lab_wait 40 '[ "$(results)" -ge 2 ] && [ -n "$(squeue -h -w n1 -t R)" ]' || fail "no results come: $(cat slurm.err)"
    lab_kill_node n1
    lab_stop_controller
    sleep 1
    lab_controller
    wait $run || fail "the suite fails on Slurm: $(cat slurm.txt slurm.err)"
    [ "$(grep -c '^right' slurm.txt)" = 40 ] || fail "not every task has one line: $(cat slurm.txt)"
    grep -q 'without all of its results' slurm.err || fail "nothing was lost with the node: $(cat slurm.err)"
    same local.csv slurm.csv
    [ ! -e heddle.results ] || fail "results are left: $(ls -a heddle.results)"
}

# A suite that is killed goes on where it was: what has a result is not run again.
test_resume() {
    "$here/tasks.sh" "$source/tests/programs" tasks 16
    lab_start "$folder/lab" 2 1 || fail "Slurm does not start"
    suite --on slurm tasks >first.txt 2>first.err &
    run=$!
    lab_wait 40 '[ "$(results)" -ge 3 ]' || fail "no results come: $(cat first.err)"
    kill -9 "$(heddle_of $run)" # heddle, below timeout
    wait $run
    known=$(results)
    suite -v --on slurm --csv second.csv tasks >second.txt 2>second.err || fail "the second run: $(cat second.txt second.err)"
    said=$(sed -n 's/.* \([0-9]*\) of 16 results are in .*/\1/p' second.err)
    [ "${said:-0}" -ge "$known" ] || fail "there were $known results, the second run knows of ${said:-none}"
    [ "$(grep -c '^right' second.txt)" = 16 ] || fail "not every task has one line: $(cat second.txt)"
    [ ! -e heddle.results ] || fail "results are left: $(ls -a heddle.results)"
    [ -z "$(squeue -h -t PD,R)" ] || fail "jobs are left: $(squeue)"
    # Ctrl-C takes the jobs along, and keeps the results.
    suite --on slurm tasks >third.txt 2>third.err &
    run=$!
    lab_wait 40 '[ "$(results)" -ge 1 ]' || fail "no results come: $(cat third.err)"
    kill -INT "$(heddle_of $run)"
    wait $run
    [ $? = 2 ] || fail "an interrupted suite is not complete"
    lab_wait 10 '[ -z "$(squeue -h -t PD,R)" ]' || fail "jobs are left: $(squeue)"
    [ "$(results)" -ge 1 ] || fail "the results are gone"
}

# What the cluster cannot give is said, and not waited for.
test_refused() {
    "$here/tasks.sh" "$source/tests/programs" tasks 1
    lab_start "$folder/lab" 1 1 || fail "Slurm does not start"
    for asked in '--cores 4' '-M 100000'; do
        timeout 30 "$heddle" suite -t 60 --on slurm $asked tasks >suite.txt 2>suite.err
        [ $? = 65 ] && grep -qE 'PartitionConfig|Memory specification' suite.err || fail "suite $asked: $(cat suite.txt suite.err)"
    done
    timeout 30 "$heddle" verify -t 60 --on slurm -M 100000 "$source/tests/programs/aligned_allocation.c" >verify.txt 2>verify.err
    [ $? = 2 ] && grep -q '^VERDICT: UNKNOWN (Slurm: Memory specification' verify.txt && [ "$(wc -l <verify.err)" = 1 ] ||
        fail "verify: $(cat verify.txt verify.err)"
    [ -z "$(squeue -h -t PD,R)" ] || fail "jobs are left: $(squeue)"
    # A controller that is away for a while is waited for.
    lab_stop_controller
    timeout 80 "$heddle" verify -t 60 --on slurm --engine explore "$source/tests/programs/aligned_allocation.c" >away.txt 2>away.err &
    run=$!
    sleep 1
    lab_wait 30 '[ -s away.err ]'
    lab_controller
    wait $run || fail "away: $(cat away.txt away.err)"
    grep -q 'controller does not answer' away.err || fail "it is not said: $(cat away.err)"
}

# A task whose node dies gets one more try, and no third. Those beside it lose nothing.
test_node_failure() {
    mkdir tasks
    cp "$here/hard.c" tasks/
    "$here/tasks.sh" "$source/tests/programs" tasks 1
    sed "s,^input_files.*,input_files: 'hard.c'," tasks/[!h]*.yml >tasks/hard.yml
    lab_start "$folder/lab" 1 1 || fail "Slurm does not start"
    suite --on slurm --csv slurm.csv tasks >slurm.txt 2>slurm.err &
    run=$!
    for try in 1 2; do
        lab_wait 40 "[ \"\$(cat heddle.results/batch.*/*.begun 2>/dev/null | sort -u | grep -c .)\" = 2 ] && [ -n \"\$(squeue -h -t R)\" ]" ||
            lab_wait 1 '[ -n "$(squeue -h -t R)" ]' || fail "try $try does not begin: $(cat slurm.err)"
        lab_kill_node n1
        scontrol update NodeName=n1 State=DOWN Reason=test # not to wait for the controller's patience
        lab_node n1
        lab_wait 20 '[ -z "$(squeue -h -t R)" ]' || fail "the job of a dead node runs on: $(squeue)"
    done
    wait $run
    [ $? = 2 ] || fail "the suite should be incomplete: $(cat slurm.txt slurm.err)"
    grep -q '^unknown  UNKNOWN .*hard.yml (node failure)$' slurm.txt || fail "the node failure is not told: $(cat slurm.txt slurm.err)"
    grep -c '^right' slurm.txt | grep -qx 1 || fail "the other task: $(cat slurm.txt)"
}

# heddle ci says the same wherever the programs are verified.
test_ci() {
    cat >heddle.yml <<END
programs:
  - name: good
    files: [$source/tests/programs/aligned_allocation.c]
  - name: bad
    files: [$source/tests/programs/aligned_allocation_bug.c]
  - name: broken
    files: [broken.c]
END
    echo 'int main(void) { return }' >broken.c
    ci_on() {
        timeout 100 "$heddle" ci --on $1 --cache none -t 60 --junit $1.xml --markdown $1.md --sarif $1.sarif >$1.txt 2>$1.err
        echo "status $?" >>$1.txt
        sed -Ei 's/[0-9]+\.[0-9]+ s|time="[0-9.]*"//; s/\| [0-9]+\.[0-9]+ \|$//' $1.txt $1.xml $1.md
        sed -Ei 's/"(startTimeUtc|endTimeUtc)": .*//; s,[^" ]*\.sarif,,' $1.sarif
    }
    ci_on local
    lab_start "$folder/lab" 2 1 || fail "Slurm does not start"
    ci_on slurm
    for kind in txt xml md sarif; do
        cmp -s local.$kind slurm.$kind || { diff local.$kind slurm.$kind; fail "ci says something else on Slurm: $kind"; }
    done
    [ ! -e heddle.results ] || fail "results are left: $(ls -a heddle.results)"
}

# Engines and parts of a search on nodes: the answers are assembled and checked here, and nothing is left in the queue.
test_verify() {
    lab_start "$folder/lab" 2 8 || fail "Slurm does not start"
    program=$source/tests/programs/aligned_allocation
    timeout 100 "$heddle" verify --on slurm -t 60 --explain ${program}_bug.c >bad.txt 2>bad.err
    [ $? = 1 ] || fail "no violation: $(cat bad.txt bad.err)"
    grep -q 'and executed$' bad.txt || fail "the schedule was not executed here: $(cat bad.txt)"
    timeout 100 "$heddle" verify --on slurm -t 60 --engine bounded --parts 4 --explain $program.c >good.txt 2>good.err
    [ $? = 0 ] || fail "no proof: $(cat good.txt good.err)"
    [ "$(grep -c '^engine bounded, part . of 4' good.txt)" = 4 ] || fail "not four parts: $(cat good.txt)"
    lab_wait 10 '[ -z "$(squeue -h -t PD,R)" ]' || fail "jobs are left: $(squeue)"
    # Groups of pairs of a large program.
    printf '%s\n' '#include <pthread.h>' 'static int total, depth;' 'static int steps(int n) { return n < 2 ? n : steps(n - 1) + steps(n - 2); }' \
        'static void *work(void *unused) { total++; return unused; }' 'int main(void)' '{' '    pthread_t t;' \
        '    pthread_create(&t, 0, work, 0);' '    total = 5;' '    depth = steps(5);' '    pthread_join(t, 0);' '    return depth;' '}' >wide.c
    timeout 100 "$heddle" verify --on slurm -p race --resolution=close --undefined=assume -t 60 wide.c >wide.txt 2>wide.err
    [ $? = 1 ] && grep -q '^total: 0 pairs proved, 2 violated, 0 open$' wide.txt || fail "groups: $(cat wide.txt wide.err)"
    # Ctrl-C takes the job along.
    cp "$here/hard.c" .
    timeout 100 "$heddle" verify --on slurm -t 60 --engine bounded hard.c >stopped.txt 2>stopped.err &
    run=$!
    lab_wait 30 '[ -n "$(squeue -h -t R)" ]' || fail "nothing begins"
    kill -INT "$(ps -o pid= --ppid $run)"
    wait $run
    grep -q '^VERDICT: UNKNOWN (interrupted' stopped.txt && [ ! -s stopped.err ] || fail "Ctrl-C: $(cat stopped.txt stopped.err)"
    lab_wait 10 '[ -z "$(squeue -h -t PD,R)" ]' || fail "jobs are left: $(squeue)"
    # A node dies: one more try, on the other.
    timeout 100 "$heddle" verify --on slurm -t 40 --engine bounded hard.c >hard.txt 2>hard.err &
    run=$!
    for try in 1 2; do
        lab_wait 30 '[ -n "$(squeue -h -t R)" ]' || fail "try $try does not begin"
        node=$(squeue -h -t R -o %N | head -1)
        lab_kill_node "$node"
        scontrol update NodeName="$node" State=DOWN Reason=test
        lab_node "$node"
        lab_wait 20 '[ -z "$(squeue -h -t R -w '"$node"')" ]'
    done
    wait $run
    [ $? = 2 ] || fail "a lost engine is no answer: $(cat hard.txt hard.err)"
    grep -q '^VERDICT: UNKNOWN (node failure' hard.txt || fail "the node failure is not told: $(cat hard.txt hard.err)"
}

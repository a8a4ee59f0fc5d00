# A cluster of Slurm on this machine, for tests: munged, a controller and nodes n1, n2, ... in a folder of their own, on ports of their own,
# as the user who runs the tests. Nothing of the system's own Slurm or munge is touched.
#   lab_installed          whether there is what it takes
#   lab_start FOLDER NODES CORES; a node has LAB_MEMORY MB (2000)
#   lab_controller         starts the controller (again)
#   lab_node n1            starts a node (again)
#   lab_stop_controller
#   lab_kill_node n1       at once, with everything that runs there, as a power cut does
#   lab_stop               ends everything that was started

lab_installed() {
    # slurmctld, slurmd and munged are in sbin
    PATH=$PATH:/usr/sbin:/sbin
    for program in slurmctld slurmd munged sbatch squeue scancel sinfo; do
        command -v $program >/dev/null 2>&1 || return 1
    done
}

lab_start() {
    lab=$1 lab_nodes=$2
    mkdir -p "$lab/state" "$lab/log" "$lab/munge"
    chmod 700 "$lab/munge"
    dd if=/dev/urandom of="$lab/munge/key" bs=1024 count=1 2>/dev/null
    chmod 600 "$lab/munge/key"
    munged --force --key-file="$lab/munge/key" --socket="$lab/munge/socket" --pid-file="$lab/munge/pid" --log-file="$lab/munge/log" \
        --seed-file="$lab/munge/seed" 2>>"$lab/log/munged" || return 1
    port=$((20000 + $$ % 10000 * 4))
    user=$(id -un)
    cat >"$lab/slurm.conf" <<END
ClusterName=lab
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$lab/munge/socket
CredType=cred/munge
MpiDefault=none
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1,sched_min_interval=0
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SlurmdParameters=config_overrides
ReturnToService=2
MinJobAge=600
KillWait=2
SlurmctldTimeout=30
SlurmdTimeout=5
InactiveLimit=0
SlurmctldPort=$port
StateSaveLocation=$lab/state
SlurmdSpoolDir=$lab/spool.%n
SlurmctldPidFile=$lab/slurmctld.pid
SlurmdPidFile=$lab/slurmd.%n.pid
SlurmctldLogFile=$lab/log/slurmctld.log
SlurmdLogFile=$lab/log/slurmd.%n.log
NodeName=n[1-$lab_nodes] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + lab_nodes))] CPUs=$3 RealMemory=${LAB_MEMORY:-2000} State=UNKNOWN
PartitionName=main Nodes=n[1-$lab_nodes] Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF="$lab/slurm.conf"
    lab_controller
    i=1
    while [ $i -le "$lab_nodes" ]; do
        mkdir -p "$lab/spool.n$i"
        lab_node n$i
        i=$((i + 1))
    done
    lab_wait 30 "[ \"\$(sinfo -h -t idle -o %D 2>/dev/null)\" = $lab_nodes ]"
}

# lab_wait SECONDS COMMAND: until it succeeds
lab_wait() {
    n=$(($1 * 5))
    until eval "$2"; do
        n=$((n - 1))
        [ $n -gt 0 ] || return 1
        sleep 0.2
    done
}

lab_controller() {
    setsid slurmctld -D </dev/null >>"$lab/log/ctld" 2>&1 &
    echo $! >"$lab/ctld.mine"
}

lab_node() {
    setsid slurmd -D -N "$1" </dev/null >>"$lab/log/$1" 2>&1 &
    echo $! >"$lab/$1.mine"
}

# The processes below one, itself first.
lab_tree() {
    echo "$1"
    for child in $(ps -o pid= --ppid "$1"); do
        lab_tree "$child"
    done
}

# It writes down what it knows first. (One that is killed within seconds of a job's start forgets that job, starts it again and then
# takes the node out of service: a test of that would be one of Slurm.)
lab_stop_controller() {
    kill "$(cat "$lab/ctld.mine")"
    lab_wait 20 '! kill -0 "$(cat "$lab/ctld.mine")" 2>/dev/null'
}

# The daemon, and those who watch jobs there (they are nobody's children) with all that they run.
lab_kill_node() {
    all=$(lab_tree "$(cat "$lab/$1.mine")")
    for job in $(squeue -r -h -w "$1" -t R -o %A); do
        for watcher in $(ps -eo pid=,args= | awk -v j="[$job." 'index($0, "slurmstepd: " j) {print $1}'); do
            all="$all $(lab_tree "$watcher")"
        done
    done
    kill -9 $all 2>/dev/null
    wait "$(cat "$lab/$1.mine")" 2>/dev/null # or the shell speaks of it
    return 0
}

# The controller would wait for nodes that are gone.
lab_stop() {
    [ -n "${lab:-}" ] || return 0
    scancel --quiet --user="$(id -u)" 2>/dev/null
    lab_wait 5 '[ -z "$(squeue -h -t R,CG 2>/dev/null)" ]'
    for file in "$lab"/n*.mine "$lab/munge/pid"; do
        [ ! -f "$file" ] || kill "$(cat "$file")" 2>/dev/null
    done
    [ ! -f "$lab/ctld.mine" ] || { kill -9 "$(cat "$lab/ctld.mine")"; wait "$(cat "$lab/ctld.mine")"; } 2>/dev/null
    lab_wait 10 lab_silent
    return 0
}
lab_silent() {
    for file in "$lab"/n*.mine "$lab/munge/pid"; do
        [ -f "$file" ] && kill -0 "$(cat "$file")" 2>/dev/null && return 1
    done
    return 0
}

# Searches in parts (verify --parts). Every test_NAME is a test, run by tests/cli/run.

# One thread counts, the other looks four times. Whether LOOK finds COUNT depends on one place in the schedule.
counting_program() {
    cat >counting.c <<'END'
#include <assert.h>
#include <pthread.h>
int a, seen[4];
static void *count(void *unused)
{
    for (int i = 0; i < 5; i++)
        a = a + 1;
    return unused;
}
static void *look(void *unused)
{
    for (int i = 0; i < 4; i++)
        seen[i] = a;
    return unused;
}
int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, count, 0);
    pthread_create(&t, 0, look, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(!(BAD));
    return 0;
}
END
}
# Whatever part the one bad schedule is in, it is found; what no schedule has is proved, by all parts together.
parts_of() { # parts_of ENGINE PARTS
    counting_program
    for bad in 'seen[0] == 5' 'seen[3] == 0' 'seen[1] == 2 && seen[2] == 4' 'seen[0] == 1 && seen[3] == 1'; do
        decides FALSE 1 verify -j 1 --timeout 60 --engine "$1" --parts "$2" "-DBAD=$bad" counting.c
    done
    for good in 'seen[0] == 6' 'seen[1] == 3 && seen[2] == 2' 'seen[3] != 5 && seen[3] > 4' 'seen[0] == 2 && seen[3] == 1'; do
        decides TRUE 0 verify -j 1 --timeout 60 --engine "$1" --parts "$2" --explain "-DBAD=$good" counting.c
        [ "$(grep -c "^engine $1, part [0-9]* of $2: " out)" = "$2" ] || fail "not $2 parts"
    done
}
test_parts_of_bounded() { parts_of bounded 8; }
test_parts_of_explore() { parts_of explore 4; }
# Loops that the first bounds cut off: parts come to the same bound.
test_parts_of_loops() {
    cat >loop.c <<'END'
#include <assert.h>
#include <pthread.h>
int a, b;
static void *work(void *unused)
{
    for (int i = 0; i < 3 && a < 3; i++)
        a++;
    b = a;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    a++;
    pthread_join(t, 0);
    assert(b <= MOST);
    return 0;
}
END
    decides TRUE 0 verify -j 2 --timeout 60 --engine bounded --parts 4 -DMOST=4 loop.c
    decides FALSE 1 verify -j 2 --timeout 60 --engine bounded --parts 4 -DMOST=2 loop.c
    decides TRUE 0 verify -j 2 --timeout 60 --parts 4 -DMOST=4 loop.c
    refuses 64 '--parts' verify --parts 0 loop.c
    refuses 65 '--entrant: no engine' verify --entrant=bounded:4/4:0 loop.c
    refuses 65 '--entrant: no engine' verify --entrant=nobody:0/4:0 loop.c
}
# Engines that are not divided are tried in several ways; the first that answers has answered for all.
test_ways_of_engines() {
    cat >lock.c <<'END'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    y++;
    assert(x == y + BAD);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, work, 0);
}
END
    decides FALSE 1 verify -j 1 --timeout 60 --engine random --parts 4 --explain -DBAD=1 lock.c
    says out '^engine random, way 1 of 4: .*violated 1'
    decides TRUE 0 verify -j 1 --timeout 60 --engine monotone --parts 2 --explain -DBAD=0 lock.c
    says out '^engine monotone, way [12] of 2: .*proved 1'
    decides TRUE 0 verify -j 1 --timeout 60 --engine horn --parts 2 --explain "$root/tests/programs/horn_flag.c"
    says out '^engine horn, way [12] of 2: .*proved [1-9]'
}

#!/bin/sh
# The program of Fig. 3 as C: generate.sh THREADS SECTIONS [BODY]. The lock is a Boolean flag without an owner. Mutual exclusion is the absence
# of races on `critical`, which is written in the critical sections alone; if BODY is `count`, it is an assertion: who is there counts itself.
threads=$1 sections=$2 body='critical = 1;'
[ "${3:-}" != count ] || body='critical = critical + 1; assert(critical == 1); critical = 0;'
cat <<END
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
_Atomic int lck;
int critical;
static void acquire(void)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(lck == 0);
    lck = 1;
    __VERIFIER_atomic_end();
}
static void *thread(void *unused)
{
END
i=0
while [ $i -lt "$sections" ]; do
    echo "    acquire();"
    echo "    $body"
    echo "    lck = 0;"
    i=$((i + 1))
done
cat <<END
    return unused;
}
int main(void)
{
    pthread_t t[$threads];
    for (int i = 0; i < $threads; i++)
        pthread_create(&t[i], 0, thread, 0);
    for (int i = 0; i < $threads; i++)
        pthread_join(t[i], 0);
    return 0;
}
END

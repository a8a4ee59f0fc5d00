/* heddle: reach=TRUE; engines: modular */
/* Any number of threads and two locks that do not say who holds them: a test-and-set loop and an atomic section that waits.
 * Only who remembers the owner can tell a release by the holder from one by somebody else. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

atomic_int spinning;
int waiting, inside, balance;

static void *spin(void *unused)
{
    while (atomic_exchange(&spinning, 1))
        continue;
    inside = 1;
    assert(inside == 1);
    inside = 0;
    spinning = 0;
    return unused;
}

static void *wait(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(waiting == 0);
    waiting = 1;
    __VERIFIER_atomic_end();
    balance++;
    assert(balance == 1);
    balance--;
    waiting = 0;
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1) {
        pthread_create(&id, NULL, spin, NULL);
        pthread_create(&id, NULL, wait, NULL);
    }
}

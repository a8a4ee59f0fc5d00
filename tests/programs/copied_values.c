/* heddle: reach=TRUE; engines: modular */
/* Any number of threads pass arbitrary values around: which value it is does not matter, only whether it is the same. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int target, box, copy;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *unused)
{
    int mine = __VERIFIER_nondet_int(), before = target;
    pthread_mutex_lock(&lock);
    assert(box == copy);
    box = mine;
    int there = box;
    copy = there;
    pthread_mutex_unlock(&lock);
    assert(there == mine);
    assert(before == target);
    return unused;
}

int main(void)
{
    pthread_t id;
    target = __VERIFIER_nondet_int();
    while (1)
        pthread_create(&id, NULL, thread, NULL);
}

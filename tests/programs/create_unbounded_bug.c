/* heddle: reach=FALSE race=FALSE; engines: explore */
/* Any number of threads; two are enough to break it. */
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
int inside;

static void *thread(void *unused)
{
    inside++;
    assert(inside == 1);
    inside--;
    return unused;
}

int main(void)
{
    while (__VERIFIER_nondet_bool()) {
        pthread_t t;
        pthread_create(&t, NULL, thread, NULL);
    }
    return 0;
}

/* heddle: reach=TRUE; engines: explore */
/* Waiting by assume: the thread goes on only when the condition holds. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
int stage;

static void *thread(void *unused)
{
    __VERIFIER_assume(stage == 1);
    stage = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    stage = 1;
    pthread_join(t, NULL);
    assert(stage == 2);
    __VERIFIER_assume(0);
    assert(0);
    return 0;
}

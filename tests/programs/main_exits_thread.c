/* heddle: reach=FALSE; engines: explore */
/* pthread_exit in main ends that thread alone: the other one goes on and fails. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
int x;

static void *thread(void *unused)
{
    __VERIFIER_assume(x == 1);
    assert(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    x = 1;
    pthread_exit(NULL);
}

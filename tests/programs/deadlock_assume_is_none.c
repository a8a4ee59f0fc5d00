/* heddle: deadlock=TRUE; engines: explore bounded */
/* A thread that is held by an assumption does not wait: the run is not one of the program. */
#include <pthread.h>
extern void __VERIFIER_assume(int);

int x;

static void *thread(void *unused)
{
    __VERIFIER_assume(x == 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}

/* heddle: reach=FALSE; engines: explore */
/* After the end of the section others run again. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int a, b;

static void *thread(void *unused)
{
    __VERIFIER_atomic_begin();
    a++;
    __VERIFIER_atomic_end();
    b++;
    return unused;
}

int main(void)
{
    pthread_t t;
    int same;
    pthread_create(&t, NULL, thread, NULL);
    __VERIFIER_atomic_begin();
    same = a == b;
    __VERIFIER_atomic_end();
    assert(same);
    return 0;
}

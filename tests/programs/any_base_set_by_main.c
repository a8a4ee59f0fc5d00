/* heddle: reach=FALSE; engines: monotone */
/* A number that counts threads, but main sets it once more after threads have begun. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int inside;

static void *thread(void *unused)
{
    __VERIFIER_atomic_begin();
    inside++;
    __VERIFIER_atomic_end();
    assert(inside > 0);
    __VERIFIER_atomic_begin();
    inside--;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1) {
        pthread_create(&id, 0, thread, 0);
        inside = 0;
    }
}

/* heddle: reach=FALSE race=FALSE; engines: explore modular */
/* The owner's id is stored in 16 bits. They are 0 for some ids: such a thread leaves the lock free. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned short owner;
static int inside;

static void *thread(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(owner == 0);
    owner = (unsigned short)pthread_self();
    __VERIFIER_atomic_end();
    inside = 1;
    inside = 2;
    assert(inside == 2);
    __VERIFIER_atomic_begin();
    owner = 0;
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}

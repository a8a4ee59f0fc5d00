/* heddle: reach=FALSE; engines: explore bounded modular cartesian */
/* The second of three threads puts back the id of the first while the third thinks that it is the owner: one other thread's id
 * in place of another's is a change to both. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

pthread_t owner;
enum { NOBODY, OWNED, REMEMBERED, OVERWRITTEN } stage;

static void *thread(void *unused)
{
    pthread_t before = 0;
    __VERIFIER_atomic_begin();
    int mine = stage;
    if (mine == OWNED)
        before = owner;
    if (mine == NOBODY || mine == REMEMBERED)
        owner = pthread_self();
    stage = mine == NOBODY ? OWNED : mine == OWNED ? REMEMBERED : OVERWRITTEN;
    __VERIFIER_atomic_end();
    if (mine == REMEMBERED)
        assert(owner == pthread_self());
    if (mine == OWNED && before != 0 && before != pthread_self()) {
        __VERIFIER_atomic_begin();
        if (stage == OVERWRITTEN)
            owner = before;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t id[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&id[i], NULL, thread, NULL);
    return 0;
}

/* Double-checked locking (Meyers and Alexandrescu, "C++ and the Perils of Double-Checked Locking", 2004).
   ask: race c11 TRUE
   ask: race c11 FALSE LOOK=memory_order_relaxed
   ask: race c11 FALSE SET=memory_order_relaxed
   ask: reach c11 TRUE
   ask: memory c11 TRUE
   ask: reach tso TRUE LOOK=memory_order_relaxed SET=memory_order_relaxed
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef SET
#define SET memory_order_release
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) instance;
static int made;

static int *get(void)
{
    int *i = atomic_load_explicit(&instance, LOOK);
    if (i)
        return i;
    pthread_mutex_lock(&mutex);
    i = atomic_load_explicit(&instance, memory_order_relaxed);
    if (!i) {
        i = malloc(sizeof *i);
        if (!i)
            exit(1);
        *i = 9;
        made++;
        atomic_store_explicit(&instance, i, SET);
    }
    pthread_mutex_unlock(&mutex);
    return i;
}

static void *work(void *p)
{
    assert(*get() == 9);
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, work, 0);
    pthread_create(&t, 0, work, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(made == 1);
    return 0;
}

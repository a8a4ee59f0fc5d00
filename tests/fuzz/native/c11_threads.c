/* C11's threads by those of POSIX: ThreadSanitizer knows the latter only. In glibc the objects have the same layout. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t) &&
                   sizeof(thrd_t) == sizeof(pthread_t),
               "layout");

static int result(int error)
{
    switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    case ENOMEM: return thrd_nomem;
    default: return thrd_error;
    }
}

struct start {
    thrd_start_t function;
    void *argument;
};

static void *begin(void *p)
{
    struct start s = *(struct start *)p;
    free(p);
    return (void *)(intptr_t)s.function(s.argument);
}

int thrd_create(thrd_t *id, thrd_start_t function, void *argument)
{
    struct start *s = malloc(sizeof *s);
    if (!s)
        return thrd_nomem;
    *s = (struct start){function, argument};
    return result(pthread_create((pthread_t *)id, NULL, begin, s));
}

int thrd_join(thrd_t id, int *r)
{
    void *value;
    int error = pthread_join((pthread_t)id, &value);
    if (!error && r)
        *r = (int)(intptr_t)value;
    return result(error);
}

int mtx_init(mtx_t *m, int type)
{
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
    return result(pthread_mutex_init((pthread_mutex_t *)m, &a));
}

int mtx_lock(mtx_t *m) { return result(pthread_mutex_lock((pthread_mutex_t *)m)); }
int mtx_trylock(mtx_t *m) { return result(pthread_mutex_trylock((pthread_mutex_t *)m)); }
int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict t)
{
    return result(pthread_mutex_timedlock((pthread_mutex_t *)m, t));
}
int mtx_unlock(mtx_t *m) { return result(pthread_mutex_unlock((pthread_mutex_t *)m)); }
void mtx_destroy(mtx_t *m) { pthread_mutex_destroy((pthread_mutex_t *)m); }
int cnd_init(cnd_t *c) { return result(pthread_cond_init((pthread_cond_t *)c, NULL)); }
int cnd_signal(cnd_t *c) { return result(pthread_cond_signal((pthread_cond_t *)c)); }
int cnd_broadcast(cnd_t *c) { return result(pthread_cond_broadcast((pthread_cond_t *)c)); }
int cnd_wait(cnd_t *c, mtx_t *m) { return result(pthread_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m)); }
int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict t)
{
    return result(pthread_cond_timedwait((pthread_cond_t *)c, (pthread_mutex_t *)m, t));
}
void call_once(once_flag *flag, void (*function)(void)) { pthread_once((pthread_once_t *)flag, function); }
int tss_create(tss_t *key, tss_dtor_t destructor) { return result(pthread_key_create((pthread_key_t *)key, destructor)); }
void *tss_get(tss_t key) { return pthread_getspecific((pthread_key_t)key); }
int tss_set(tss_t key, void *value) { return result(pthread_setspecific((pthread_key_t)key, value)); }

/* heddle: reach=TRUE; engines: explore bounded */
/* What locks answer when they cannot be had, as glibc does. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, normal = PTHREAD_MUTEX_INITIALIZER,
                       recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static mtx_t c;
static const struct timespec past = {0, 0}, wrong = {0, 1000000000};

static void *joins_itself(void *unused)
{
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&checked);
    assert(pthread_mutex_lock(&checked) == EDEADLK && pthread_mutex_trylock(&checked) == EBUSY);
    assert(pthread_mutex_timedlock(&checked, &past) == EDEADLK && pthread_mutex_timedlock(&checked, &wrong) == EDEADLK);
    assert(pthread_mutex_timedlock(&normal, &wrong) == 0 && pthread_mutex_timedlock(&normal, &wrong) == EINVAL);
    assert(pthread_mutex_timedlock(&normal, &past) == ETIMEDOUT && pthread_mutex_clocklock(&normal, 7, &past) == EINVAL);
    assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_timedlock(&recursive, &past) == 0);
    pthread_rwlock_wrlock(&l);
    assert(pthread_rwlock_timedwrlock(&l, &past) == EDEADLK && pthread_rwlock_timedrdlock(&l, &past) == EDEADLK);
    assert(pthread_rwlock_wrlock(&l) == EDEADLK && pthread_rwlock_rdlock(&l) == EDEADLK);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY && pthread_rwlock_timedrdlock(&l, &wrong) == EINVAL);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_rdlock(&l);
    assert(pthread_rwlock_timedwrlock(&l, &past) == ETIMEDOUT && pthread_rwlock_timedrdlock(&l, &past) == 0);
    assert(sem_init(&s, 0, 1u << 31) == -1 && errno == EINVAL);
    sem_init(&s, 0, 0x7fffffff); /* SEM_VALUE_MAX */
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    sem_init(&s, 0, 0);
    assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&s, &wrong) == -1 && errno == EINVAL);
    mtx_init(&c, mtx_timed);
    mtx_lock(&c);
    assert(mtx_timedlock(&c, &past) == thrd_timedout && mtx_timedlock(&c, &wrong) == thrd_error && mtx_trylock(&c) == thrd_busy);
    pthread_create(&t, NULL, joins_itself, NULL);
    pthread_join(t, NULL);
    return 0;
}

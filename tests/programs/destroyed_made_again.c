/* heddle: reach=TRUE locks=TRUE; engines: explore bounded */
/* What was destroyed may be made again. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t m[2];
pthread_cond_t c;
pthread_rwlock_t r;
pthread_spinlock_t s;
pthread_barrier_t b;
sem_t n;

int main(void)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&m[i], NULL);
        pthread_cond_init(&c, NULL);
        pthread_rwlock_init(&r, NULL);
        pthread_spin_init(&s, 0);
        pthread_barrier_init(&b, NULL, 1);
        sem_init(&n, 0, 1);
        assert(pthread_mutex_lock(&m[i]) == 0 && pthread_mutex_unlock(&m[i]) == 0);
        assert(pthread_cond_signal(&c) == 0 && pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
        assert(pthread_rwlock_rdlock(&r) == 0 && pthread_rwlock_unlock(&r) == 0);
        assert(pthread_spin_lock(&s) == 0 && pthread_spin_unlock(&s) == 0);
        assert(sem_wait(&n) == 0);
        pthread_mutex_destroy(&m[i]);
        pthread_cond_destroy(&c);
        pthread_rwlock_destroy(&r);
        pthread_spin_destroy(&s);
        pthread_barrier_destroy(&b);
        sem_destroy(&n);
    }
    return 0;
}

/* heddle: race=TRUE; engines: explore */
/* Locks of all kinds are made before threads use them and destroyed afterwards; a barrier and a semaphore at once after they have let go. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m;
static pthread_spinlock_t s;
static pthread_rwlock_t l;
static pthread_barrier_t b;
static sem_t done;
static int x;

static void *thread(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_spin_lock(&s);
    pthread_rwlock_wrlock(&l);
    x++;
    pthread_rwlock_unlock(&l);
    pthread_spin_unlock(&s);
    pthread_mutex_unlock(&m);
    sem_post(&done);
    pthread_barrier_wait(&b);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_init(&m, NULL);
    pthread_spin_init(&s, 0);
    pthread_rwlock_init(&l, NULL);
    pthread_barrier_init(&b, NULL, 2);
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, thread, NULL);
    sem_wait(&done);
    sem_destroy(&done);
    pthread_rwlock_destroy(&l);
    pthread_barrier_wait(&b);
    pthread_barrier_destroy(&b);
    pthread_spin_destroy(&s);
    pthread_mutex_destroy(&m);
    return x;
}

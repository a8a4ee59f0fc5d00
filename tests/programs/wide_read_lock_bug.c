/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* As wide_read_lock.c, but the writer has the lock for reading only. */
#include <pthread.h>
static int value, seen[2], spare;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static void *reads_first(void *unused) { pthread_rwlock_rdlock(&lock); seen[0] = value; pthread_rwlock_unlock(&lock); return unused; }
static void *reads_second(void *unused) { pthread_rwlock_rdlock(&lock); seen[1] = value; pthread_rwlock_unlock(&lock); return unused; }
static void *writes(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
    if (pthread_mutex_trylock(&other) == 0) {
        spare++;
        pthread_mutex_unlock(&other);
    }
    return unused;
}
int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, reads_first, NULL);
    pthread_create(&b, NULL, reads_second, NULL);
    pthread_create(&c, NULL, writes, NULL);
    pthread_mutex_lock(&other);
    spare--;
    pthread_mutex_unlock(&other);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}

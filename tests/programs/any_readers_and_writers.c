/* heddle: reach=TRUE race=TRUE; engines: auto monotone */
/* Any number of readers and writers. Unlocking a read-write lock asks whether the thread itself is the writer: where it took the lock for
 * reading it is not. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int price, shown;

static void *reader(void *unused)
{
    (void)unused;
    pthread_rwlock_rdlock(&lock);
    assert(price == shown);
    pthread_rwlock_unlock(&lock);
    return NULL;
}

static void *writer(void *unused)
{
    (void)unused;
    pthread_rwlock_wrlock(&lock);
    price++;
    shown++;
    pthread_rwlock_unlock(&lock);
    return NULL;
}

int main(void)
{
    int c;
    while ((c = getchar()) != EOF) {
        pthread_t t;
        if (pthread_create(&t, NULL, c == 'w' ? writer : reader, NULL) == 0)
            pthread_detach(t);
    }
    return 0;
}

/* heddle: reach=TRUE; engines: modular */
/* Any number of threads, each with an arbitrary number of which few values are let through: those are told apart, the others
 * are not. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int table[4], lowest = 9;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *thread(void *unused)
{
    int place = __VERIFIER_nondet_int();
    if (place >= 0 && place < 4) {
        pthread_mutex_lock(&lock);
        table[place] = place + 1;
        if (place + 1 < lowest)
            lowest = place + 1;
        pthread_mutex_unlock(&lock);
        assert(table[place] == place + 1 && lowest >= 1 && lowest <= place + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, NULL, thread, NULL);
}

/* heddle: reach=TRUE; engines: horn */
/* A ticket lock for any number of threads: who waits goes round a loop as long as there are threads before it, and hands
 * on its own number plus one. How many are before it is a distance, not one more number of its kind. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next;
atomic_uint serving;
int inside;

void *worker(void *unused)
{
    for (;;) {
        unsigned mine = atomic_fetch_add(&next, 1);
        while (serving != mine) {
            int before = (int)(mine - serving);
            while (before > 0)
                before--;
        }
        inside = 1;
        assert(inside == 1);
        inside = 0;
        serving = mine + 1;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}

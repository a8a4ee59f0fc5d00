/* heddle: reach=TRUE; engines: explore bounded flow */
/* Ids in a global array, two threads that are joined by turns, and an id that is given to a new thread after a join: everybody is joined once. */
#include <assert.h>
#include <pthread.h>

static pthread_t ids[3], turn;
static int count;

static void *nothing(void *p) { return p; }

static void *adder(void *p)
{
    count++;
    return p;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        pthread_create(&ids[i], NULL, nothing, NULL);
    for (int i = 2; i >= 0; i--)
        pthread_join(ids[i], NULL);
    for (int i = 0; i < 2; i++) {
        pthread_create(&turn, NULL, adder, NULL);
        pthread_join(turn, NULL);
    }
    assert(count == 2);
    return 0;
}

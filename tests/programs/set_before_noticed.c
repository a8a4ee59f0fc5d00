/* heddle: reach=TRUE; engines: explore modular flow */
/* main sets what is on the heap after it has created a thread that does not know of it, and before the one that does. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int other;
static struct pair {
    int first, second;
} *shared;

static void *stranger(void *argument)
{
    (void)argument;
    other = 1;
    return NULL;
}

static void *reader(void *argument)
{
    (void)argument;
    assert(shared->first == 3 && shared->second == 3);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, stranger, NULL);
    shared = malloc(sizeof *shared);
    if (!shared)
        return 1;
    shared->first = 3;
    shared->second = 3;
    pthread_create(&b, NULL, reader, NULL);
    shared->second = 3;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

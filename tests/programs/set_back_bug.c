/* heddle: reach=FALSE; engines: explore */
/* A loop sets the same value first and again: what was written between must not be lost, nor what sets it back. */
#include <assert.h>
#include <pthread.h>

static int shared, seen;

static void *writer(void *argument)
{
    (void)argument;
    if (shared == 3)
        seen = 1;
    shared = 4;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int was = 0;
    for (int i = 0; i < 2; i++) {
        shared = 3;
        pthread_create(&t, NULL, writer, NULL);
        pthread_join(t, NULL);
        was += seen;
        seen = 0;
    }
    assert(was != 2);
    return 0;
}

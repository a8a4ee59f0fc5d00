/* heddle: reach=FALSE; engines: explore */
/* As set_before_noticed.c, but the first thread may create the reader before main has set anything. */
#include <assert.h>
#include <pthread.h>

static int shared;

static void *reader(void *argument)
{
    (void)argument;
    assert(shared == 3);
    return NULL;
}

static void *stranger(void *argument)
{
    pthread_t b;
    (void)argument;
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(b, NULL);
    return NULL;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, stranger, NULL);
    shared = 3;
    pthread_join(a, NULL);
    return 0;
}

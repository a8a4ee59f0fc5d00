/* heddle: reach=TRUE; engines: auto; options: --memory-model=tso */
/* Message passing by plain variables, to any number of threads: they race, but x86 keeps stores in order, and loads. */
#include <assert.h>
#include <pthread.h>

static volatile int data, ready;

static void *reader(void *p)
{
    if (ready)
        assert(data == 1);
    return p;
}

static void *writer(void *p)
{
    data = 1;
    ready = 1;
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    for (;;)
        pthread_create(&t, 0, reader, 0);
    return 0;
}

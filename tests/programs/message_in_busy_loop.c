/* heddle: reach=TRUE; engines: explore flow; options: --domain values */
/* A message is written once, then a flag; a reader looks for it again and again, another answers and lets the writer go on. */
#include <assert.h>
#include <pthread.h>

static int message, there, seen;

static void *writer(void *unused)
{
    message = 7;
    there = 1;
    while (!seen) {
    }
    message = 9;
    return unused;
}

static void *reader(void *unused)
{
    while (!there) {
    }
    assert(message == 7);
    seen = 1;
    return unused;
}

static void *watcher(void *unused)
{
    for (;;)
        if (there)
            assert(message == 7 || message == 9);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_create(&t, 0, reader, 0);
    pthread_create(&t, 0, watcher, 0);
    pthread_exit(0);
}

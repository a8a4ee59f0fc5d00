/* heddle: reach=FALSE; engines: explore auto */
/* A number that a thread changes through a pointer to its first byte is not settled, although main sets it once. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct buffer {
    size_t size;
    char *bytes;
};

static void *shrink(void *argument)
{
    *(unsigned char *)argument = 1;
    return NULL;
}

int main(void)
{
    struct buffer *b = malloc(sizeof *b);
    pthread_t thread;
    if (!b)
        return 0;
    b->size = 3;
    b->bytes = malloc(b->size);
    pthread_create(&thread, NULL, shrink, b);
    pthread_join(thread, NULL);
    assert(b->size == 3);
    return 0;
}

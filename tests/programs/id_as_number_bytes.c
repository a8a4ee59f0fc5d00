/* heddle: reach=UNKNOWN; engines: auto; reason: what number the id of a thread is */
/* The bytes of an id: in a union, and for a sum of all of them. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
union look {
    pthread_t id;
    unsigned char bytes[8];
};
static unsigned sum(const void *from, size_t size)
{
    unsigned all = 0;
    for (const unsigned char *c = from; size--; c++)
        all += *c;
    return all;
}
int main(void)
{
    union look l = {.id = pthread_self()};
    if (l.bytes[5] != 0)
        assert(sum(&l.id, sizeof l.id) == 1000);
    return 0;
}

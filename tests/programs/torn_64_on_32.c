/* heddle: reach=TRUE race=FALSE; engines: explore; options: -m32 */
/* A 64-bit variable in 32 bits: heddle takes a plain access of a C type as one step, and calls the race a race. */
#include <assert.h>
#include <pthread.h>

unsigned long long x;

static void *thread(void *unused)
{
    x = 0xffffffffffffffffULL;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    unsigned long long seen = x;
    assert(seen == 0 || seen + 1 == 0);
    return 0;
}

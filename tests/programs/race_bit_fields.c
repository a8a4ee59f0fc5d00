/* heddle: reach=FALSE race=FALSE; engines: explore */
/* Neighbouring bit-fields share memory: writing one writes the other. */
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4, b : 4;
} f;

static void *thread(void *unused)
{
    f.a = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    f.b = 1;
    pthread_join(t, NULL);
    assert(f.a == 1 && f.b == 1);
    return 0;
}

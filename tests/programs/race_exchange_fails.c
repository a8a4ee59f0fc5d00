/* heddle: race=TRUE; engines: explore */
/* An exchange that finds another value only reads: the owner may read its own word plainly meanwhile. */
#include <pthread.h>
#include <stdatomic.h>

static int state = 2;

static void *other(void *p)
{
    __sync_bool_compare_and_swap(&state, 0, 1);
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    int own = state;
    pthread_join(t, NULL);
    return own;
}

/* heddle: race=FALSE; engines: explore */
/* The exchange may succeed while the word is read plainly. */
#include <pthread.h>
#include <stdatomic.h>

static int state;

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

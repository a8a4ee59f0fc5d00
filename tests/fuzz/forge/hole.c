/* No assertion, but something that is not modelled. BUG: it is reached. */
#include <pthread.h>

static int x;

static void *thread(void *a)
{
    int seen = x;
    x = seen + 1;
    if (seen == 7 - 6 * BUG)
        x = (int)((__float128)seen * seen);
    return a;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, thread, 0);
    pthread_create(&id, 0, thread, 0);
    return 0;
}

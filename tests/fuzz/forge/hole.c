/* No assertion, but a call of something unknown. BUG: it is reached. */
#include <pthread.h>

extern int strange(int);
static int x;

static void *thread(void *a)
{
    int seen = x;
    x = seen + 1;
    if (seen == 7 - 6 * BUG)
        strange(3);
    return a;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, 0, thread, 0);
    pthread_create(&id, 0, thread, 0);
    return 0;
}

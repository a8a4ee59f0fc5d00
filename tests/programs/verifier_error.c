/* heddle: reach=FALSE; engines: explore */
/* reach_error is the violation, whatever its body does. */
#include <pthread.h>

void reach_error(void) {}
int x;

static void *thread(void *unused)
{
    if (x == 1)
        reach_error();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    x = 1;
    return 0;
}

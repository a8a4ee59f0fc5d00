/* heddle: reach=UNKNOWN; engines: explore bounded flow; reason: joined twice */
/* Both main and a second thread wait for the first one, which is undefined: nothing may be proved. */
#include <pthread.h>

static pthread_t first;

static void *nothing(void *p) { return p; }

static void *waiter(void *p)
{
    pthread_join(first, NULL);
    return p;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, NULL, nothing, NULL);
    pthread_create(&second, NULL, waiter, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

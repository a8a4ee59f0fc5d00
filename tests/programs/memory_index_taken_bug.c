/* heddle: memory=FALSE; engines: explore */
/* Between the look at the index and its use others take theirs. */
#include <pthread.h>
#include <stdlib.h>

static int values[2];
static _Atomic int next;

static void *take(void *unused)
{
    if (next < 2)
        values[next++] = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, take, NULL);
    take(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

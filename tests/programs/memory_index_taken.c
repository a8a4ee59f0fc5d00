/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* Each thread takes an index, and looks whether it is one. */
#include <pthread.h>
#include <stdlib.h>

static int values[2];
static _Atomic int next;

static void *take(void *unused)
{
    int mine = next++;
    if (mine < 2)
        values[mine] = 1;
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

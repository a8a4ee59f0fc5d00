/* heddle: reach=TRUE race=FALSE; engines: explore */
/* memset in one thread, a read in another. */
#include <pthread.h>
#include <string.h>

int data[4];

static void *thread(void *unused)
{
    memset(data, 0, sizeof data);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    return data[2] == 1;
}

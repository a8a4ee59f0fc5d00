/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Everybody reads. */
#include <assert.h>
#include <pthread.h>

int table[3] = {1, 2, 3};

static void *thread(void *unused)
{
    assert(table[0] + table[1] == table[2]);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    thread(NULL);
    return 0;
}

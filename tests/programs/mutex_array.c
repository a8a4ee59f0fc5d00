/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* An array of mutexes, each guards its slot. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t locks[2];
int slot[2];

static void add(int i)
{
    pthread_mutex_lock(&locks[i]);
    slot[i]++;
    pthread_mutex_unlock(&locks[i]);
}

static void *thread(void *unused)
{
    for (int i = 0; i < 2; i++)
        add(i);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < 2; i++)
        pthread_mutex_init(&locks[i], NULL);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(slot[0] == 2 && slot[1] == 2);
    return 0;
}

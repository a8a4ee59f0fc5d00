/* heddle: reach=TRUE; engines: modular */
/* Main waits for all threads and then looks at what one of them has written: that one's end matters, the others' do not. */
#include <assert.h>
#include <pthread.h>

int written[24];

static void *write_0(void *unused)
{
    written[0] = 1;
    return unused;
}

static void *write_1(void *unused)
{
    written[1] = 2;
    return unused;
}

static void *write_2(void *unused)
{
    written[2] = 3;
    return unused;
}

static void *write_any(void *argument)
{
    written[(long)argument] = 1;
    return NULL;
}

int main(void)
{
    pthread_t id[24];
    pthread_create(&id[0], NULL, write_0, NULL);
    pthread_create(&id[1], NULL, write_1, NULL);
    pthread_create(&id[2], NULL, write_2, NULL);
    for (int i = 3; i < 24; i++)
        pthread_create(&id[i], NULL, write_any, (void *)(long)i);
    for (int i = 0; i < 24; i++)
        pthread_join(id[i], NULL);
    assert(written[1] == 2);
    return 0;
}

/* heddle: reach=TRUE race=TRUE; engines: explore */
/* && and || read their right side only when they must: so there is no race either. */
#include <assert.h>
#include <pthread.h>

int never, data, *nothing;

static void *thread(void *unused)
{
    if (never && data)
        return &data;
    if (nothing != NULL && *nothing == 1)
        data = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    data = 1;
    pthread_join(t, NULL);
    assert(data == 1 || never);
    return 0;
}

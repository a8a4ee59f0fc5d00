/* heddle: reach=FALSE; engines: explore bounded modular cartesian */
/* Two threads of one kind each pass their id on: what they pass is not alike. */
#include <assert.h>
#include <pthread.h>

pthread_t second;

static void *look(void *argument)
{
    assert(second == 0 || (pthread_t)argument != second);
    return NULL;
}

static void *pass_on(void *unused)
{
    pthread_t id;
    pthread_create(&id, NULL, look, (void *)pthread_self());
    return unused;
}

int main(void)
{
    pthread_t first;
    pthread_create(&first, NULL, pass_on, NULL);
    pthread_create(&second, NULL, pass_on, NULL);
    return 0;
}

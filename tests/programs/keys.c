/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Two keys; every thread has its own values, NULL at first. */
#include <assert.h>
#include <pthread.h>

pthread_key_t name, number;

static void *thread(void *argument)
{
    assert(pthread_getspecific(number) == NULL);
    pthread_setspecific(number, argument);
    assert(pthread_getspecific(name) == NULL);
    assert(pthread_getspecific(number) == argument);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int x, y;
    pthread_key_create(&name, NULL);
    pthread_key_create(&number, NULL);
    pthread_setspecific(number, &name);
    pthread_create(&a, NULL, thread, &x);
    pthread_create(&b, NULL, thread, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_getspecific(number) == &name);
    pthread_key_delete(number);
    return 0;
}

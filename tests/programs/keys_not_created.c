/* heddle: reach=FALSE; engines: explore */
/* A thread may set its value before main has created the key: glibc refuses, and there is no value. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static void *thread(void *argument)
{
    static int mine;
    pthread_setspecific(key, &mine);
    assert(pthread_getspecific(key) == &mine);
    return argument;
}
int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, thread, NULL);
    pthread_join(id, NULL);
    pthread_key_create(&key, NULL);
    return 0;
}

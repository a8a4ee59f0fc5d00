/* heddle: reach=UNKNOWN; engines: explore; reason: a thread-specific key that was deleted */
/* glibc forgets the values of a key that is deleted, and gives its number to the next one. */
#include <assert.h>
#include <pthread.h>
int main(void)
{
    static int mine;
    pthread_key_t key, next;
    pthread_key_create(&key, NULL);
    pthread_setspecific(key, &mine);
    pthread_key_delete(key);
    assert(pthread_getspecific(key) == NULL && pthread_setspecific(key, &mine) != 0);
    pthread_key_create(&next, NULL);
    pthread_setspecific(key, &mine);
    assert(pthread_getspecific(next) == NULL);
    return 0;
}

/* heddle: reach=UNKNOWN; engines: explore; reason: what number the key of thread-specific values is */
/* Fails in each native run: a key is called as one that was deleted before. */
#include <assert.h>
#include <pthread.h>
int main(void)
{
    pthread_key_t old, next;
    pthread_key_create(&old, NULL);
    pthread_key_delete(old);
    pthread_key_create(&next, NULL);
    assert(old != next);
    return 0;
}

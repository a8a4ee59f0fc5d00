/* heddle: reach=UNKNOWN; engines: bounded; reason: what number the key of thread-specific values is */
/* The number of a key that was deleted is glibc's for the next one, so that the slot is taken twice. */
#include <assert.h>
#include <pthread.h>
static int taken[1024];
int main(void)
{
    pthread_key_t first, second;
    pthread_key_create(&first, NULL);
    taken[first] = 1;
    pthread_key_delete(first);
    pthread_key_create(&second, NULL);
    assert(!taken[second]);
    return 0;
}

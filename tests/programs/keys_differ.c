/* heddle: reach=TRUE; engines: explore */
/* Keys that are there at the same time are different, and none of them is -1; whose values they name is known. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t unset = (pthread_key_t)-1, keys[2];
int main(void)
{
    static int mine, other;
    assert(pthread_key_create(&keys[0], NULL) == 0 && pthread_key_create(&keys[1], NULL) == 0);
    assert(keys[0] != keys[1] && keys[0] != unset && keys[1] != unset);
    pthread_setspecific(keys[0], &mine);
    pthread_setspecific(keys[1], &other);
    assert(pthread_getspecific(keys[0]) == &mine && pthread_getspecific(keys[1]) == &other);
    return 0;
}

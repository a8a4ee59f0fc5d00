/* heddle: reach=UNKNOWN; engines: auto explore; reason: which may have the id of one that has ended */
/* As id_again.c, without pthread_equal: a thread that is created when another was joined may have its id. */
#include <assert.h>
#include <pthread.h>

static pthread_t first, second;

static void *work(void *argument) { return argument; }

int main(void)
{
    pthread_create(&first, NULL, work, NULL);
    pthread_join(first, NULL);
    pthread_create(&second, NULL, work, NULL);
    assert(first != second);
    pthread_join(second, NULL);
    return 0;
}

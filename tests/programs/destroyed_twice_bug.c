/* heddle: reach=UNKNOWN locks=FALSE; engines: explore; reason: undefined: use of a mutex that was destroyed */
/* A mutex that has no name is destroyed twice. */
#include <pthread.h>
#include <stdlib.h>
int main(void)
{
    pthread_mutex_t *lock = malloc(sizeof *lock);
    pthread_mutex_init(lock, NULL);
    pthread_mutex_destroy(lock);
    pthread_mutex_destroy(lock);
    free(lock);
}

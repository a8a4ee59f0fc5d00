/* heddle: reach=FALSE race=FALSE; engines: explore */
/* Without O_EXCL there may be a semaphore of that name, which lets both in. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

sem_t *lock;
int x;

void *adds(void *unused)
{
    sem_wait(lock);
    x++;
    sem_post(lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    lock = sem_open("/heddle-test-left", O_CREAT, 0600, 1);
    if (lock == SEM_FAILED)
        return 0;
    pthread_create(&a, 0, adds, 0);
    pthread_create(&b, 0, adds, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}

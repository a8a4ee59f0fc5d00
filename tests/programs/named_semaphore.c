/* heddle: reach=TRUE race=TRUE; engines: bounded */
/* A semaphore by its name: made anew, found again, forgotten. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

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
    sem_unlink("/heddle-test-named");
    assert(sem_unlink("/heddle-test-named") == -1 && errno == ENOENT);
    lock = sem_open("/heddle-test-named", O_CREAT | O_EXCL, 0600, 1);
    if (lock == SEM_FAILED)
        return 0;
    sem_t *same = sem_open("/heddle-test-named", O_CREAT, 0600, 7);
    if (same == SEM_FAILED)
        return 0;
    assert(same == lock);
    sem_close(same);
    sem_unlink("/heddle-test-named");
    pthread_create(&a, 0, adds, 0);
    pthread_create(&b, 0, adds, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}

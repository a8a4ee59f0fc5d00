/* heddle: reach=TRUE; engines: explore */
/* Attempts fail with -1 and errno when the value is zero. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

sem_t s;

int main(void)
{
    struct timespec until = {0, 0};
    sem_init(&s, 0, 1);
    assert(sem_trywait(&s) == 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&s, &until) == -1 && errno == ETIMEDOUT);
    sem_post(&s);
    assert(sem_wait(&s) == 0);
    return 0;
}

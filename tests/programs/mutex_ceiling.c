/* heddle: race=UNKNOWN reach=UNKNOWN; engines: auto; reason: mutexes with PTHREAD_PRIO_PROTECT */
/* Whether a mutex with a ceiling can be locked depends on the priority of the thread, and on who runs the program: glibc refuses (EINVAL), and nobody looks. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int sum;

static void *work(void *argument)
{
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_PROTECT);
    pthread_mutex_init(&lock, &kind);
    pthread_create(&a, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    assert(sum == 2);
    return 0;
}

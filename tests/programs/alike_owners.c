/* heddle: reach=FALSE; engines: explore */
/* Eight threads that are alike and take a mutex, whose owner is remembered; one of them writes without it. The schedule must be found
 * again although states stand for others. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside, seen;

static void *visitor(void *unused)
{
    if (pthread_mutex_trylock(&m) != 0) {
        seen++;
        if (seen < 3)
            return unused;
    }
    inside++;
    assert(inside < 3);
    inside--;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 8; i++)
        pthread_create(&t, NULL, visitor, NULL);
    pthread_exit(NULL);
}

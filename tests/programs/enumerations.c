/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A state machine with an enumeration, driven under a lock by two threads. */
#include <assert.h>
#include <pthread.h>

enum state { IDLE, BUSY, DONE = 10 };
enum state state = IDLE;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void advance(void)
{
    switch (state) {
    case IDLE:
        state = BUSY;
        break;
    case BUSY:
        state = DONE;
        break;
    default:
        assert(0);
    }
}

static void *thread(void *unused)
{
    pthread_mutex_lock(&m);
    advance();
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(state == DONE);
    return 0;
}

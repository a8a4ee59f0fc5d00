/* heddle: deadlock=UNKNOWN; engines: explore; reason: not covered: a thread that a timer starts */
/* The function of a timer takes the locks in another order than main: that is a deadlock, which is not looked for. */
#include <pthread.h>
#include <signal.h>
#include <time.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void expired(union sigval value)
{
    (void)value;
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
}

int main(void)
{
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = expired};
    struct itimerspec once = {{0, 0}, {1, 0}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer))
        return 1;
    timer_settime(timer, 0, &once, NULL);
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return 0;
}

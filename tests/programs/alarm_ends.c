/* heddle: deadlock=UNKNOWN reach=TRUE; engines: explore; reason: a signal that comes later, which may end the program */
/* Nobody waits for ever: the alarm ends the program. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    alarm(1);
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return 0;
}

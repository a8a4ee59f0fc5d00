/* heddle: race=UNKNOWN; engines: explore; reason: a thread that is started later, by 'mq_notify' */
/* A message makes the library start a thread, which writes while main does. */
#include <mqueue.h>
#include <signal.h>
#include <string.h>

static int messages;

static void note(union sigval v)
{
    (void)v;
    messages++;
}

int main(void)
{
    struct sigevent e;
    mqd_t queue = mq_open("/messages", 0);
    if (queue == (mqd_t)-1)
        return 1;
    memset(&e, 0, sizeof e);
    e.sigev_notify = SIGEV_THREAD;
    e.sigev_notify_function = note;
    mq_notify(queue, &e);
    messages++;
    return 0;
}

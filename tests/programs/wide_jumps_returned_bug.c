/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The lock is held behind a return, but where the jump lands, too, it is given back: nobody has it then. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void take_or_leave(jmp_buf *error, int k)
{
    if (k < 0)
        longjmp(*error, 2);
    if (k > 1000)
        take_or_leave(error, k / 2);
    else
        pthread_mutex_lock(&lock);
}

static void *work(void *argument)
{
    jmp_buf error;
    if (setjmp(error) == 0)
        take_or_leave(&error, random());
    sum++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return sum;
}

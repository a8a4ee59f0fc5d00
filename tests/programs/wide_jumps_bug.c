/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The lock is held before setjmp and behind both functions, but not when the error comes back from the middle of the inner one. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void inner(jmp_buf *on_error, int k)
{
    pthread_mutex_unlock(&lock);
    if (k)
        longjmp(*on_error, 1);
    pthread_mutex_lock(&lock);
}

static void outer(jmp_buf *on_error, int k)
{
    inner(on_error, k);
    sum++;
}

static void *work(void *arg)
{
    jmp_buf on_error;
    pthread_mutex_lock(&lock);
    if (setjmp(on_error) == 0)
        outer(&on_error, random());
    else
        sum = 0;
    pthread_mutex_unlock(&lock);
    return arg;
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

/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* An error deep down comes back by longjmp, through a recursive function: nobody holds the lock then. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, errors;
static _Thread_local jmp_buf on_error;

static int parse(int k)
{
    if (k == 0)
        longjmp(on_error, 1);
    return k > 10 ? parse(k / 2) : k;
}

static void *work(void *arg)
{
    if (setjmp(on_error) == 0) {
        int k = parse(random());
        pthread_mutex_lock(&lock);
        sum += k;
        pthread_mutex_unlock(&lock);
    } else {
        pthread_mutex_lock(&lock);
        errors++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return sum + errors;
}

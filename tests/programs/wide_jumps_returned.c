/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* What comes back by a return holds the lock, what comes back by a jump does not; each goes on where it belongs. And what comes behind the first return of setjmp does not come behind the second one: that there
 * is no thread yet. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, errors, setting;

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
    if (setjmp(error) == 0) {
        take_or_leave(&error, random());
        sum += setting;
        pthread_mutex_unlock(&lock);
    } else {
        pthread_mutex_lock(&lock);
        errors++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;
    jmp_buf error;
    if (!setjmp(error)) {
        setting = 1;
        pthread_create(&a, NULL, work, NULL);
        pthread_create(&b, NULL, work, NULL);
        take_or_leave(&error, random());
        sum--;
        pthread_mutex_unlock(&lock);
        pthread_join(a, NULL);
        pthread_join(b, NULL);
        return sum + errors;
    }
    return 1;
}

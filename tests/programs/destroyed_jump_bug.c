/* heddle: reach=UNKNOWN locks=FALSE; engines: explore; reason: undefined: use of a mutex that was destroyed */
/* Back to a use by a jump, after a destruction through a pointer. */
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf back;
int main(void)
{
    int (*end)(pthread_mutex_t *) = pthread_mutex_destroy;
    if (setjmp(back)) {
        pthread_mutex_lock(&lock);
        return 0;
    }
    end(&lock);
    longjmp(back, 1);
}

/* heddle: reach=TRUE; engines: flow */
/* Any number of workers each take ten items of a row whose length is given, and nobody goes beyond its end. What a worker takes is set together with
 * what is left, from the same old value: the relations of both to the length are kept, in whatever order the step sets them. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { TAKEN = 10 };

static int length, next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    int item = 0, end = 0;
    pthread_mutex_lock(&lock);
    if (next + TAKEN <= length) {
        item = next;
        next = end = next + TAKEN;
    }
    pthread_mutex_unlock(&lock);
    for (; item < end; item++)
        if (item < 0 || item >= length)
            reach_error();
    return unused;
}

int main(void)
{
    pthread_t id;
    length = __VERIFIER_nondet_int();
    if (length <= 0 || length >= 1000)
        return 0;
    for (;;)
        pthread_create(&id, 0, worker, 0);
}

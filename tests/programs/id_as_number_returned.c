/* heddle: reach=UNKNOWN; engines: auto; reason: what number the id of a thread is */
/* A thread returns its id, and a function that is called through a pointer says whether it is small. */
#include <assert.h>
#include <pthread.h>
static int small(unsigned long n) { return n < 1000; }
static int even(unsigned long n) { return n % 2 == 0; }
static int (*const tests[])(unsigned long) = {small, even};
static void *work(void *argument) { return argument ? argument : (void *)pthread_self(); }
int main(int argc, char **argv)
{
    pthread_t a;
    void *result;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, &result);
    if (argc > 2)
        assert(tests[argc % 2]((unsigned long)result) || argc % 2);
    else
        assert(small((unsigned long)result));
    return 0;
}

/* heddle: reach=FALSE; engines: explore */
/* Threads of one kind with different arguments: what an instance has of its own goes with it. Only the one with argument 3 can find
 * three others before it. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int turn, order[4];

static void *runner(void *argument)
{
    __VERIFIER_atomic_begin();
    int place = turn++;
    order[place] = (int)(long)argument;
    __VERIFIER_atomic_end();
    assert(!(place == 3 && order[0] == 2 && order[1] == 1 && order[2] == 0 && argument == (void *)3));
    return NULL;
}

int main(void)
{
    pthread_t t;
    for (long i = 0; i < 4; i++)
        pthread_create(&t, NULL, runner, (void *)i);
    pthread_exit(NULL);
}

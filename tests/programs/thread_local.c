/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Thread-local variables: initialised in each thread, seen by it alone, reachable through a pointer. */
#include <assert.h>
#include <pthread.h>

_Thread_local int mine = 5;
static __thread int numbers[2];

static int *address(void) { return &mine; }

static void *thread(void *unused)
{
    assert(mine == 5 && numbers[1] == 0);
    mine++;
    *address() += 1;
    numbers[1] = mine;
    assert(numbers[1] == 7);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    mine = 1;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(mine == 1 && numbers[1] == 0);
    return 0;
}

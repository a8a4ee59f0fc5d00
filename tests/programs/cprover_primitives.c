/* heddle: reach=TRUE; engines: explore */
/* CBMC's names for the same things. */
#include <pthread.h>

void __CPROVER_assume(_Bool), __CPROVER_assert(_Bool, const char *), __CPROVER_atomic_begin(void), __CPROVER_atomic_end(void);
int x, y;

static void *thread(void *unused)
{
    __CPROVER_atomic_begin();
    x++;
    y++;
    __CPROVER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    __CPROVER_assume(x == 1);
    __CPROVER_assert(y == 1, "both are incremented");
    return 0;
}

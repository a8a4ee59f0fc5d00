/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A spin lock from atomic_flag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag taken = ATOMIC_FLAG_INIT;
int inside;

static void *thread(void *unused)
{
    while (atomic_flag_test_and_set(&taken))
        ;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_flag_clear(&taken);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

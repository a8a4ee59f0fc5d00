/* heddle: reach=FALSE race=FALSE; engines: explore modular */
/* What a recursive function returns depends on what another thread does while it runs. */
#include <assert.h>
#include <pthread.h>

int step = 1;

static int climb(int n) { return n == 0 ? 0 : climb(n - 1) + step; }

static void *thread(void *unused)
{
    step = 0;
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, thread, NULL);
    int height = climb(3);
    assert(height != 2);
    return 0;
}

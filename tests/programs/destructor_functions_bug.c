/* heddle: reach=FALSE; engines: explore bounded */
/* A destructor runs while another thread still works. */
#include <assert.h>
#include <pthread.h>

static int busy;

__attribute__((destructor)) static void end(void) { assert(!busy); }

static void *work(void *unused)
{
    busy = 1;
    busy = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    return 0;
}

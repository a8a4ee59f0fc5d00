/* heddle: reach=TRUE race=FALSE; engines: explore bounded */
/* The variable always holds one value, which engines need not look up: writing it again while another thread reads is a race. */
#include <assert.h>
#include <pthread.h>

int limit = 2;
int copy;

static void *reader(void *unused)
{
    copy = limit;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    limit = 2;
    pthread_join(t, NULL);
    assert(copy == 2);
    return 0;
}

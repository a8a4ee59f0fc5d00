/* heddle: race=FALSE reach=TRUE; engines: explore bounded */
/* A copy of a structure reads its padding, which another thread fills. */
#include <pthread.h>
#include <string.h>

static struct {
    char c;
    int i;
} from, to;

static void *thread(void *p)
{
    (void)p;
    to = from;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    memset(&from.c + 1, 0, 3);
    pthread_join(t, NULL);
    return 0;
}

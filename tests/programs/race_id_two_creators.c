/* heddle: race=FALSE; engines: explore */
/* Two threads start a third one each and store its id in the same place. */
#include <pthread.h>

static pthread_t child;

static void *nothing(void *unused) { return unused; }

static void *creator(void *unused)
{
    pthread_create(&child, NULL, nothing, NULL);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, creator, NULL);
    pthread_create(&b, NULL, creator, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

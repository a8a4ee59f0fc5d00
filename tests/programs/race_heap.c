/* heddle: reach=TRUE race=FALSE; engines: explore */
/* An object from malloc, reached by both. */
#include <pthread.h>
#include <stdlib.h>

struct pair {
    int a, b;
};

static void *thread(void *argument)
{
    struct pair *p = argument;
    p->b = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct pair *p = malloc(sizeof *p);
    pthread_create(&t, NULL, thread, p);
    p->a = 1;
    p->b = 2;
    pthread_join(t, NULL);
    return 0;
}

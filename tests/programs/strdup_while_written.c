/* heddle: memory=TRUE race=FALSE */
/* As many bytes are copied as were counted: a text that grows meanwhile does not go beyond its copy, which may have no end then. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char name[8] = "abc\0efg";

static void *thread(void *p)
{
    name[3] = 'd';
    return p;
}

int main(void)
{
    pthread_t t;
    char *copy;
    pthread_create(&t, 0, thread, 0);
    copy = strdup(name);
    if (copy)
        copy[0] = 'x';
    free(copy);
    pthread_join(t, 0);
    return 0;
}

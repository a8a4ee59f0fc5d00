/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* What a function would write through a parameter that all its callers set to null (strtol, called by atoi) is nothing: the id of the thread is what it was. */
#include <pthread.h>
#include <stdlib.h>

static int count;
static char text[8];

static void *work(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int more = atoi(text);
    pthread_join(t, NULL);
    count += more;
    return count;
}

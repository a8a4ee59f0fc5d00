/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Whoever reads numbers through a pointer to sscanf writes them. */
#include <pthread.h>
#include <stdio.h>

static int (*find)(const char *, const char *, ...) = sscanf;
static int number;

static void *work(void *unused)
{
    find("3", "%d", &number);
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, work, NULL);
    number = 1;
    pthread_join(id, NULL);
    return 0;
}

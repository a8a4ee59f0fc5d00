/* heddle: reach=FALSE; engines: explore auto */
/* A number that main sets when the thread runs already; and one that only some ways to the thread set. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct {
    size_t early, late;
} sizes;

static void *look(void *argument)
{
    assert(sizes.early != 0 || sizes.late == 0);
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    (void)argv;
    if (argc > 1)
        sizes.early = 4;
    pthread_create(&thread, NULL, look, NULL);
    sizes.late = 8;
    char *a = malloc(sizes.early), *b = malloc(sizes.late);
    pthread_join(thread, NULL);
    free(a);
    free(b);
    return 0;
}

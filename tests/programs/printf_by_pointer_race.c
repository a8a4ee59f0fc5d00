/* heddle: race=FALSE; engines: explore auto */
/* Whoever prints through a pointer reads the text that he prints. */
#include <pthread.h>
#include <stdio.h>

static int (*say)(const char *, ...) = printf;
static char name[8] = "one";

static void *work(void *unused)
{
    say("%d %s\n", 1, name);
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, work, NULL);
    name[0] = 'O';
    pthread_join(id, NULL);
    return 0;
}

/* heddle: race=FALSE; engines: explore */
/* printf reads what %s points to. */
#include <pthread.h>
#include <stdio.h>

static char name[8] = "thread";

static void *rename_it(void *unused)
{
    name[1] = 'a';
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, rename_it, NULL);
    printf("%d%% %-*d %s\n", 1, 4, 2, name);
    pthread_join(t, NULL);
    return 0;
}

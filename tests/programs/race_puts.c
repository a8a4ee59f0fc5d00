/* heddle: race=FALSE; engines: explore */
/* puts reads its string. */
#include <pthread.h>
#include <stdio.h>

static char text[] = "ab";

static void *change(void *unused)
{
    text[2] = 0; /* reads of the end count, too */
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    puts(text);
    pthread_join(t, NULL);
    return 0;
}

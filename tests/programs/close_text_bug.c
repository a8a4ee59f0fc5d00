/* heddle: race=FALSE; engines: auto; options: --resolution=close --undefined=assume */
/* Only library functions access the text: what is left of the program when they are cut shows no access, and proves nothing. Runs of the whole program have it. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char name[16] = "first";

static void *work(void *unused)
{
    strcpy(name, "changed");
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    printf("%s\n", name);
    pthread_join(thread, 0);
    return 0;
}

/* heddle: race=UNKNOWN; engines: auto; options: --resolution=close --undefined=assume; reason: pairs of accesses are open */
/* Only library functions access the text: that shows no access, and proves nothing. */
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

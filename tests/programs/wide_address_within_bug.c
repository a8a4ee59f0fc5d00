/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* What a function of the library returns may lie behind the beginning of its argument. */
#include <pthread.h>
#include <strings.h>
static char text[8] = "a=b";
static void *work(void *unused)
{
    char *at = index(text, '=');
    if (at)
        *at = 0;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    text[1] = ':';
    pthread_join(t, NULL);
    return 0;
}

/* heddle: race=UNKNOWN; engines: wide; reason: pairs of accesses are open */
/* For the analysis of whole programs, too: what is written by a library function that is declared without parameters. */
#include <pthread.h>

int getxattr();

static char value[4];

static void *look(void *unused)
{
    getxattr("/", "user.name", value, 4);
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, look, NULL);
    pthread_create(&other, NULL, look, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}

/* heddle: race=FALSE; engines: explore bounded */
/* Two threads have a library function write to the same array, and it is declared without parameters. */
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

/* heddle: race=FALSE; engines: random; options: --undefined=assume --random-work=300000 */
/* A race for some arguments only: what they are is drawn. */
#include <pthread.h>

static int count;

static void *work(void *unused)
{
    count = 1;
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (argc > 1 && argv[1][0] == '-')
        count = 7;
    pthread_join(thread, 0);
    return 0;
}

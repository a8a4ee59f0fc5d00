/* heddle: race=FALSE; engines: random; options: --undefined=assume */
/* The race needs an argument that begins in a certain way: texts are drawn from those of the program. */
#include <pthread.h>
#include <string.h>

static int port;

static void *watch(void *unused) { return port ? unused : NULL; }

int main(int argc, char **argv)
{
    pthread_t thread;
    pthread_create(&thread, NULL, watch, NULL);
    if (argc == 2 && strncmp(argv[1], "http://", 7) == 0 && strchr(argv[1] + 7, '/'))
        port = 80;
    pthread_join(thread, NULL);
    return 0;
}

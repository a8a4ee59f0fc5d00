/* heddle: race=FALSE; engines: auto; options: --resolution=close --undefined=assume */
/* Cut to what matters, this has a candidate; runs of the whole program, with a number in an argument and a clock that goes on, show that it is a race. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int stop, length = 3;
static char buffer[4096];

static void pause_for(int seconds)
{
    time_t start, now;
    time(&start);
    do {
        sleep(1);
        time(&now);
    } while (now - start < seconds);
}

static void *work(void *unused)
{
    while (!stop)
        buffer[0] = 1;
    return unused;
}

static int options(int argc, char **argv)
{
    int i;
    for (i = 1; i < argc && argv[i][0] == '-'; i++)
        switch (argv[i][1]) {
        case 't': length = atoi(argv[i] + 2); break;
        case 'h': puts("help"); exit(0);
        default: fprintf(stderr, "what is %s?\n", argv[i]); exit(1);
        }
    return i;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    if (options(argc, argv) >= argc)
        return 1;
    pthread_create(&thread, 0, work, 0);
    for (int i = 0; i < length; i++) {
        pause_for(1);
        putchar('.');
    }
    stop = 1;
    pthread_join(thread, 0);
    return 0;
}

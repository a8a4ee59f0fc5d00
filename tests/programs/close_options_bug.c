/* heddle: race=FALSE; engines: auto; options: --resolution=close --undefined=assume --timeout=20 */
/* An option, with a number, that is stored when a thread that reads it runs already. The run has to be given "-n" among other texts that the program has. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int workers, port;

static void *report(void *arg)
{
    printf("%d workers\n", workers);
    return arg;
}

static void usage(void)
{
    puts("usage: serve [-p port] [-n workers] [-v] address");
    exit(1);
}

int main(int argc, char **argv)
{
    pthread_t reporter;
    int c;
    pthread_create(&reporter, NULL, report, NULL);
    while ((c = getopt(argc, argv, "p:n:v")) != -1)
        switch (c) {
        case 'p': port = atoi(optarg); break;
        case 'n': workers = atoi(optarg); break;
        case 'v': puts("serve 1.0"); exit(0);
        default: usage();
        }
    if (optind == argc || strncmp(argv[optind], "tcp:", 4))
        usage();
    pthread_join(reporter, NULL);
    return 0;
}

/* heddle: reach=FALSE; engines: bounded */
/* As many threads as an option says, and the third one counts, too: more than two with "--threads=3". */
#include <assert.h>
#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>

#define MOST 3
static int count;

static void *work(void *p)
{
    count++;
    return p;
}

int main(int argc, char **argv)
{
    static struct option names[] = {{"threads", required_argument, NULL, 't'}, {NULL, 0, NULL, 0}};
    pthread_t ids[MOST];
    int c, threads = 2;
    while ((c = getopt_long(argc, argv, "t:v", names, NULL)) != -1)
        if (c == 't')
            threads = atoi(optarg);
        else if (c != 'v')
            return 2;
    if (threads < 1 || threads > MOST)
        return 1;
    for (int i = 0; i < threads; i++)
        pthread_create(&ids[i], NULL, work, NULL);
    for (int i = 0; i < threads; i++)
        pthread_join(ids[i], NULL);
    assert(count < 3);
    return 0;
}

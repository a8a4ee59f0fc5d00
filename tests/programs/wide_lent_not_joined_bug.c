/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The client does not always wait for the thread. */
#include <pthread.h>
#include <stdlib.h>
struct request {
    int in, out;
};
static int rounds;
static void *serve(void *argument)
{
    struct request *r = argument;
    r->out = r->in + 1;
    return NULL;
}
static void *client(void *unused)
{
    int sum = 0;
    struct request *r = malloc(sizeof *r);
    for (int i = 0; i < rounds; i++) {
        pthread_t server;
        r->in = sum;
        r->out = 0;
        pthread_create(&server, NULL, serve, r);
        if (sum < 2)
            pthread_join(server, NULL);
        sum += r->out;
    }
    free(r);
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t id;
    rounds = argc;
    for (int i = 0; i < argc && argv; i++)
        pthread_create(&id, NULL, client, NULL);
    return 0;
}

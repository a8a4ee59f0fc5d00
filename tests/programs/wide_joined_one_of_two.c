/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Two threads of one function, created in a loop that has no constant bound: joining one says nothing of the others. */
#include <pthread.h>
static int done;
static void *work(void *unused) { done = 1; return unused; }
int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    for (int i = 0; i < argc; i++)
        pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return done;
}

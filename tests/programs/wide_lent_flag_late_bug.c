/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The flag is set, but what was given is used once more: it may be freed by then. */
#include <pthread.h>
#include <stdlib.h>
struct order {
    pthread_mutex_t m;
    pthread_cond_t c;
    int taken, number;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *work(void *argument)
{
    struct order *o = argument;
    pthread_mutex_lock(&o->m);
    int number = o->number;
    o->taken = 1;
    pthread_cond_signal(&o->c);
    pthread_mutex_unlock(&o->m);
    pthread_mutex_lock(&lock);
    total += o->number;
    pthread_mutex_unlock(&lock);
    return NULL;
}
static void begin(int number)
{
    pthread_t id;
    struct order *o = malloc(sizeof *o);
    if (!o)
        return;
    pthread_mutex_init(&o->m, NULL);
    pthread_cond_init(&o->c, NULL);
    o->number = number;
    o->taken = 0;
    pthread_mutex_lock(&o->m);
    pthread_create(&id, NULL, work, o);
    while (!o->taken)
        pthread_cond_wait(&o->c, &o->m);
    pthread_mutex_unlock(&o->m);
    pthread_cond_destroy(&o->c);
    pthread_mutex_destroy(&o->m);
    free(o);
}
int main(int argc, char **argv)
{
    for (int k = 0; k < argc; k++)
        begin(k);
    return 0;
}

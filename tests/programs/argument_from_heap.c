/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Each thread gets its own object and frees it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct work {
    int in, *out;
};
int results[2];

static void *thread(void *argument)
{
    struct work *w = argument;
    *w->out = w->in + 1;
    free(w);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        struct work *w = malloc(sizeof *w);
        w->in = 10 * i;
        w->out = &results[i];
        pthread_create(&t[i], NULL, thread, w);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(results[0] == 1 && results[1] == 11);
    return 0;
}

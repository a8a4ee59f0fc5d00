/* heddle: race=TRUE reach=TRUE; engines: auto */
/* Ids in memory from malloc, beside numbers that the program calculates with: these are numbers still. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct worker {
    pthread_t id;
    long first, sum;
};
static void add(long *to, const long *from) { *to += *from; }
static void *work(void *argument)
{
    struct worker *w = argument;
    w->sum = 2 * w->first + 1;
    return w;
}
int main(void)
{
    struct worker *all = calloc(2, sizeof *all);
    pthread_t *ids = malloc(2 * sizeof *ids);
    long *total = calloc(1, sizeof *total);
    for (int i = 0; i < 2; i++) {
        all[i].first = i;
        pthread_create(&ids[i], NULL, work, &all[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(ids[i], NULL);
        all[i].id = ids[i];
        add(total, &all[i].sum);
    }
    assert(*total == 4 && all[1].sum - all[0].sum == 2);
    return 0;
}

/* heddle: reach=UNKNOWN; engines: explore; reason: what number the id of a thread is */
/* Ids are sorted, by a function that the library calls: in which order is not known. */
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b)
{
    pthread_t x = *(const pthread_t *)a, y = *(const pthread_t *)b;
    return x < y ? -1 : x > y;
}
static void *w(void *a) { return 0; }
int main(void)
{
    pthread_t t[2], o[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, w, 0);
    o[0] = t[0];
    o[1] = t[1];
    qsort(o, 2, sizeof *o, cmp);
    assert(o[0] == t[0]);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}

/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* As wide_stripes.c, but the next bucket is looked at, too. */
#include <pthread.h>
#include <stdlib.h>
#define N 16
struct entry {
    unsigned key;
    int count;
    struct entry *next;
};
static struct entry *table[N + 1];
static int sizes[N];
static pthread_mutex_t locks[N], others[N];
static void add(unsigned key)
{
    unsigned b = key % N;
    pthread_mutex_lock(&locks[b]);
    struct entry *e;
    for (e = table[b]; e; e = e->next)
        if (e->key == key)
            break;
    if (e) {
        e->count++;
    } else if ((e = malloc(sizeof *e))) {
        e->key = key;
        e->count = 1;
        e->next = table[b];
        table[b] = e;
        sizes[b]++;
    }
    pthread_mutex_unlock(&locks[b]);
}
static int take(unsigned key)
{
    unsigned b = key % N;
    int count = 0;
    pthread_mutex_lock(&locks[b]);
    struct entry *e = table[b + 1];
    if (e) {
        table[b] = e->next;
        count = e->count;
        free(e);
        sizes[b]--;
    }
    pthread_mutex_unlock(&locks[b]);
    return count;
}
static void *work(void *a)
{
    unsigned seed = *(unsigned *)a;
    int sum = 0;
    for (int i = 0; i < 100; i++) {
        seed = seed * 1103515245 + 12345;
        add(seed >> 16);
        sum += take(seed >> 20);
    }
    return (void *)(long)sum;
}
int main(void)
{
    pthread_t t[3];
    unsigned seeds[3] = {1, 2, 3};
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&locks[i], NULL);
        pthread_mutex_init(&others[i], NULL);
    }
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, &seeds[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return sizes[0];
}

/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A cache under one lock: what is evicted or replaced is freed, and nobody keeps its text. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define SLOTS 4
struct entry {
    int key;
    char *value;
    unsigned used;
};
struct cache {
    pthread_mutex_t lock;
    struct entry slot[SLOTS];
    unsigned clock;
    int count;
};
static struct cache cache = {.lock = PTHREAD_MUTEX_INITIALIZER};
static int find(struct cache *c, int key)
{
    for (int i = 0; i < c->count; i++)
        if (c->slot[i].key == key)
            return i;
    return -1;
}
static int oldest(struct cache *c)
{
    int best = 0;
    for (int i = 1; i < c->count; i++)
        if (c->slot[i].used < c->slot[best].used)
            best = i;
    return best;
}
static void put(struct cache *c, int key, const char *text)
{
    pthread_mutex_lock(&c->lock);
    int i = find(c, key);
    if (i < 0) {
        if (c->count < SLOTS)
            i = c->count++;
        else {
            i = oldest(c);
            free(c->slot[i].value);
        }
        c->slot[i].key = key;
    } else
        free(c->slot[i].value);
    c->slot[i].value = strdup(text);
    c->slot[i].used = ++c->clock;
    pthread_mutex_unlock(&c->lock);
}
static int get(struct cache *c, int key, char *out, size_t size)
{
    int found = 0;
    pthread_mutex_lock(&c->lock);
    int i = find(c, key);
    if (i >= 0) {
        strncpy(out, c->slot[i].value, size - 1);
        out[size - 1] = 0;
        c->slot[i].used = ++c->clock;
        found = 1;
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}
static void *worker(void *arg)
{
    int base = *(int *)arg;
    char buffer[8];
    for (int i = 0; i < 2; i++) {
        put(&cache, base + i, "value");
        if (get(&cache, base, buffer, sizeof buffer))
            buffer[0] = 'x';
    }
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    int base[2] = {1, 3};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, &base[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < cache.count; i++)
        free(cache.slot[i].value);
    return 0;
}

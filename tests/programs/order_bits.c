/* heddle: reach=TRUE race=TRUE memory=TRUE; engines: auto */
/* Bits that threads set by relaxed operations whose results nobody uses are the same in any order; whoever is last reads them and frees them. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct image {
    pthread_mutex_t guard;
    int users;
    unsigned char *pixels;
};

static void *brighten(void *p)
{
    struct image *m = p;
    for (int i = 0; i < 2; i++)
        __atomic_fetch_or(&m->pixels[i], 1, __ATOMIC_RELAXED);
    pthread_mutex_lock(&m->guard);
    int left = --m->users;
    pthread_mutex_unlock(&m->guard);
    if (left == 0) {
        assert(m->pixels[0] == 1 && m->pixels[1] == 1);
        pthread_mutex_destroy(&m->guard);
        free(m->pixels);
        free(m);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    struct image *m = malloc(sizeof *m);
    if (!m)
        return 1;
    m->pixels = calloc(2, 1);
    if (!m->pixels)
        abort();
    m->users = 2;
    pthread_mutex_init(&m->guard, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, brighten, m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}

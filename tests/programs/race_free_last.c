/* heddle: race=TRUE; engines: explore */
/* Whoever is the last to use an object destroys its lock and frees it; whatever was freed was not used any more. */
#include <pthread.h>
#include <stdlib.h>

struct object {
    pthread_mutex_t lock;
    int users, work[3];
};

static void leave(struct object *o)
{
    pthread_mutex_lock(&o->lock);
    o->work[o->users]++;
    int left = --o->users;
    pthread_mutex_unlock(&o->lock);
    if (left == 0) {
        pthread_mutex_destroy(&o->lock);
        free(o);
    }
}

static void *user(void *o)
{
    leave(o);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct object *o = calloc(1, sizeof *o);
    pthread_mutex_init(&o->lock, NULL);
    o->users = 2;
    pthread_create(&t, NULL, user, o);
    leave(o);
    pthread_join(t, NULL);
    return 0;
}

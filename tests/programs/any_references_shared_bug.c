/* heddle: reach=FALSE; engines: auto */
/* The twin of any_references: one reference for two threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    int value;
};

static void drop(struct object *o)
{
    if (atomic_fetch_sub(&o->references, 1) == 1) {
        o->value = 0;
        free(o);
    }
}

static void *user(void *argument)
{
    struct object *o = argument;
    assert(o->value == 7);
    drop(o);
    return NULL;
}

int main(void)
{
    struct object *o = malloc(sizeof *o);
    if (!o)
        return 1;
    o->value = 7;
    atomic_init(&o->references, 1);
    while (getchar() != EOF) {
        pthread_t t;
        atomic_fetch_add(&o->references, 1);
        pthread_create(&t, NULL, user, o);
        pthread_detach(t);
        pthread_create(&t, NULL, user, o);
        pthread_detach(t);
    }
    drop(o);
    pthread_exit(NULL);
}

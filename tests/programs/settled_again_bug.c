/* heddle: reach=FALSE; engines: explore auto */
/* A number that is set again, by a copy of the whole structure, after the threads are gone; one of two structures that a function makes. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct limits {
    size_t size;
    int kind;
};

static struct limits *make(size_t size)
{
    struct limits *l = malloc(sizeof *l);
    if (!l)
        abort();
    l->size = size;
    l->kind = 0;
    return l;
}

static void *look(void *argument)
{
    struct limits *l = argument;
    assert(l->size == 3 || l->size == 4);
    return NULL;
}

int main(int argc, char **argv)
{
    struct limits *a = make(3), *b = make(4), other = {.size = 5};
    pthread_t thread;
    (void)argv;
    char *bytes = malloc(a->size);
    pthread_create(&thread, NULL, look, argc > 1 ? a : b);
    pthread_join(thread, NULL);
    *a = other;
    free(bytes);
    assert(a->size == 3);
    return 0;
}

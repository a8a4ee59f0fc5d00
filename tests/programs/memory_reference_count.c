/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The last user frees the object. */
#include <pthread.h>
#include <stdlib.h>

struct shared {
    _Atomic int users;
    int value;
};

static void *use(void *p)
{
    struct shared *s = p;
    int value = s->value;
    if (--s->users == 0)
        free(s);
    return value ? p : 0;
}

int main(void)
{
    pthread_t t;
    struct shared *s = malloc(sizeof *s);
    if (!s)
        return 0;
    s->users = 2;
    s->value = 7;
    pthread_create(&t, 0, use, s);
    use(s);
    pthread_join(t, 0);
    return 0;
}

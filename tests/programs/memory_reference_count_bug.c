/* heddle: memory=FALSE; engines: explore */
/* The value is read after the object was given back: the other user may have freed it. */
#include <pthread.h>
#include <stdlib.h>

struct shared {
    _Atomic int users;
    int value;
};

static void *use(void *p)
{
    struct shared *s = p;
    int last = --s->users == 0, value = s->value;
    if (last)
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

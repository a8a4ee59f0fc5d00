/* heddle: reach=TRUE; engines: explore bounded; options: -m32 */
/* One scalar is copied in one step, also as a member, by value, through pointers, and beside code that looks at single bytes. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct wide { char c; long long l; };
static struct wide g, other, *pointer = &g;

static int both(struct wide w) { return w.l == 0 || w.l == 0x100000001LL; }
static struct wide returned(void) { return *pointer; }

static void *writer(void *p)
{
    g.l = 0x100000001LL;
    return p;
}

int main(void)
{
    pthread_t t;
    struct wide *heap = malloc(sizeof *heap);
    unsigned sum = 0;
    pthread_create(&t, NULL, writer, NULL);
    assert(both(g));
    assert(both(returned()));
    *heap = *pointer;
    assert(both(*heap));
    memcpy(&other, pointer, sizeof other);
    assert(both(other));
    for (unsigned i = 0; i < sizeof other; i++)
        sum += ((unsigned char *)&other)[i];
    assert(sum <= 2);
    pthread_join(t, NULL);
    return 0;
}

/* heddle: reach=FALSE; engines: explore bounded */
/* A copy is a step for each scalar, in any form: each of these can see one member before and the other one after the writer's steps. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair { int a, b; };
struct tail { long l; short a, b; };
struct choice { union { struct pair p; long long l; } u; };
static struct pair g[5], copies[3], *pairs = g;
static struct tail tail;
static struct choice choice, *choices = &choice;
static int torn;

static struct pair returned(void) { return pairs[2]; }
static void pass_pair(struct pair p) { torn += p.a == 0 && p.b == 1; }
static void pass_tail(struct tail p) { torn += p.a == 0 && p.b == 1; }
static void pass_choice(struct choice p) { torn += p.u.p.a == 0 && p.u.p.b == 1; }

static void *writer(void *p)
{
    (void)p;
    for (int i = 0; i < 5; i++) {
        g[i].a = 1;
        g[i].b = 1;
    }
    tail.a = 1;
    tail.b = 1;
    choice.u.p.a = 1;
    choice.u.p.b = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    int i = 1;
    void *heap = malloc(sizeof(struct pair));
    pthread_create(&t, NULL, writer, NULL);
    pass_pair(g[0]);
    pass_pair(pairs[1]);
    pass_pair(returned());
    copies[i] = pairs[3];
    pass_pair(copies[1]);
    memcpy(heap, &pairs[4], sizeof(struct pair));
    pass_pair(*(struct pair *)heap);
    pass_tail(tail);
    pass_choice(*choices);
    assert(torn < 7);
    pthread_join(t, NULL);
    return 0;
}

/* heddle: reach=FALSE; engines: bounded explore */
/* The links are set only after the loops that follow them, so an unrolling that ends inside a loop has seen no link set, and no
 * thread end: neither may be taken for granted. */
#include <assert.h>
#include <pthread.h>

static struct node {
    struct node *next;
    int value;
} pool[2];
static int zero;

static void *thread(void *argument)
{
    struct node *n = argument;
    for (int i = 0; i < 2; i++) {
        n->value = zero;
        if (n->next)
            n = n->next;
    }
    n->next = &pool[0];
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int t = zero & 3;
    pthread_create(&a, NULL, thread, &pool[0]);
    pthread_create(&b, NULL, thread, &pool[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(t == 3);
    return 0;
}

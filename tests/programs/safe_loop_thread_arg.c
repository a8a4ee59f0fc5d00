/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Each round of a loop starts a thread on a variable of its own, and joins it before the round is over. */
#include <pthread.h>
#include <stdlib.h>
struct request {
    int a, b, result;
};
static void *compute(void *arg)
{
    struct request *r = arg;
    r->result = r->a * r->b;
    return NULL;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        struct request r = {i, i + 1, 0};
        pthread_t t;
        pthread_create(&t, NULL, compute, &r);
        pthread_join(t, NULL);
        sum += r.result;
    }
    return sum != 8;
}

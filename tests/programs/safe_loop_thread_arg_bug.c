/* heddle: memory=FALSE; engines: auto */
/* Each round of a loop starts a thread on a variable of its own, and joins it when the round is over. */
#include <pthread.h>
#include <stdlib.h>
struct request {
    int a, b, result;
};
static void *compute(void *arg)
{
    struct request *r = arg;
    r->result = r->a + r->b;
    return NULL;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++) {
        struct request r = {i, i + 1, 0};
        pthread_create(&t[i], NULL, compute, &r);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}

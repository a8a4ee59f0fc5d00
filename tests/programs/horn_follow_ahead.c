/* heddle: reach=UNKNOWN; engines: horn; reason: no solution of its Horn clauses */
/* The same, and the other gets ahead by one. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int sent, received, all;

void *sender(void *unused)
{
    for (int i = 0; i < all; i++)
        sent = i + 1;
    return unused;
}

void *receiver(void *unused)
{
    while (received < all) {
        if (received <= sent)
            received++;
        assert(received <= sent);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    all = __VERIFIER_nondet_int();
    pthread_create(&a, 0, sender, 0);
    pthread_create(&b, 0, receiver, 0);
    return 0;
}

/* heddle: memory=FALSE; engines: explore */
/* Every connection has a thread of its own, which is given the address of a variable of the loop: an old mistake. Rounds go on while it reads. */
#include <pthread.h>

static int last;

static void *serve(void *connection)
{
    last = *(int *)connection;
    return 0;
}

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        pthread_t t;
        int connection = __VERIFIER_nondet_int();
        pthread_create(&t, 0, serve, &connection);
        pthread_detach(t);
    }
    pthread_exit(0);
}

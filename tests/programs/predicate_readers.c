/* heddle: reach=TRUE; engines: predicate; options: -m32 */
/* A lock that counts its readers, any number of readers and writers: while one reads, the count is not 0 whatever others do. */
#include <assert.h>
#include <pthread.h>

int writing, readers, x;
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

void __VERIFIER_atomic_begin_write(void)
{
    __VERIFIER_assume(writing == 0 && readers == 0);
    writing = 1;
}

void __VERIFIER_atomic_begin_read(void)
{
    __VERIFIER_assume(writing == 0);
    readers++;
}

void __VERIFIER_atomic_end_read(void) { readers--; }

void *write_it(void *unused)
{
    __VERIFIER_atomic_begin_write();
    x = __VERIFIER_nondet_int();
    writing = 0;
    return unused;
}

void *read_it(void *unused)
{
    __VERIFIER_atomic_begin_read();
    int seen = x;
    assert(seen == x);
    __VERIFIER_atomic_end_read();
    return unused;
}

int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_int())
        if (__VERIFIER_nondet_int())
            pthread_create(&t, NULL, write_it, NULL);
        else
            pthread_create(&t, NULL, read_it, NULL);
    return 0;
}

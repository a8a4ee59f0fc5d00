/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* What is read into an array of a structure stays in it, also where only a pointer says where it is. */
#include <pthread.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static struct {
    int number;
    char one[64], two[64];
    int used;
} s;
static void fill(void *p, size_t n)
{
    while (n > 0) {
        ssize_t got = read(0, p, n);
        if (got <= 0)
            break;
        p = (char *)p + got;
        n -= (size_t)got;
    }
}
static void *work(void *unused)
{
    fill(__VERIFIER_nondet_int() ? s.one : s.two, (size_t)__VERIFIER_nondet_int() % 64);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    s.used = s.number;
    return 0;
}

/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A structure that begins with an array is filled byte by byte: its address is that of the array, too. */
#include <pthread.h>
#include <stddef.h>
static struct { char one[64]; int number, used; } s;
extern int __VERIFIER_nondet_int(void);
static void fill(void *p, size_t n, int v)
{
    char *c = p;
    for (size_t i = 0; i < n; i++)
        c[i] = (char)v;
}
static void *work(void *unused)
{
    fill(&s, sizeof s, __VERIFIER_nondet_int());
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    s.used = s.number;
    return 0;
}

/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The array is the first member: its address may be that of the structure, which is filled as a whole. */
#include <pthread.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static struct {
    char one[64], two[64];
    int number, used;
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
    fill(&s, sizeof s);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    s.used = s.number;
    return 0;
}

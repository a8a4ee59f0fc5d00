/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* A part of an array in a structure is filled byte by byte by a thread, while another one uses the last members. */
#include <pthread.h>
#include <stddef.h>
static struct { long first; char one[64]; int number, used; } s;
static void fill(void *p, size_t n, int v)
{
    char *c = p;
    for (size_t i = 0; i < n; i++)
        c[i] = (char)v;
}
static void *work(void *unused)
{
    fill(s.one + 2, sizeof s.one - 2, 1);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    s.used = s.number;
    return 0;
}

/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Who goes byte by byte from an array that each element begins with may access all of it. */
#include <pthread.h>
static struct part { char text[16]; int used; } parts[4];
static void fill(char *p, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        p[i] = 1;
}
static void *work(void *unused)
{
    for (int i = 0; i < 4; i++)
        fill((char *)&parts[i], sizeof parts[i]);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    for (int i = 0; i < 4; i++)
        parts[i].used = 1;
    pthread_join(t, NULL);
    return 0;
}

/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* From an element of the inner array back to the structure around it. */
#include <pthread.h>
#include <stddef.h>
static struct part { int used; struct slot { int number, value; } slots[4]; } parts[4];
static struct part *around(struct slot *s, int k) { return (struct part *)((char *)(s - k) - offsetof(struct part, slots)); }
static void *work(void *unused)
{
    for (int i = 0; i < 4; i++)
        around(&parts[i].slots[i], i)->used = 2;
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

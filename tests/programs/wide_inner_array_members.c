/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* One thread writes the numbers, in the slots of all parts, another one the values; and each what stands beside the slots. */
#include <pthread.h>
#include <string.h>
static struct part { int first; struct slot { int number, value; } slots[4]; char text[8]; int last; } parts[4];
static void *work(void *unused)
{
    for (int i = 0; i < 4; i++) {
        for (struct slot *s = parts[i].slots; s < parts[i].slots + 4; s++)
            s->number = i;
        parts[i].first = 1;
        memset(parts[i].text, 0, sizeof parts[i].text);
    }
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++)
            parts[i].slots[k].value = k;
        parts[i].last = 1;
    }
    pthread_join(t, NULL);
    return 0;
}

/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* Words in a buffer of bytes that lies in a structure, and that goes on behind it: they are not among the members before it. */
#include <pthread.h>
#include <stdlib.h>
struct piece {
    struct piece *next;
    unsigned char data[1];
};
static struct piece *last;
static void turn(unsigned char *bytes)
{
    struct words { unsigned word[2]; } *w = (struct words *)bytes;
    w->word[0] ^= w->word[1];
    w->word[1] = w->word[0] << 3;
}
static void *work(void *argument)
{
    struct piece *p = argument;
    for (int i = 0; i + 8 <= 64; i += 8)
        turn(p->data + i);
    return NULL;
}
int main(void)
{
    pthread_t t;
    last = calloc(1, sizeof(struct piece) + 64);
    if (!last || pthread_create(&t, NULL, work, last))
        return 1;
    last->next = last;
    pthread_join(t, NULL);
    return 0;
}

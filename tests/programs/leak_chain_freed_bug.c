/* heddle: memory=FALSE; engines: explore; options: --leaks=lost */
/* As leak_chain.c, but the first block is freed: what it held leads nowhere any more, and the text is lost; the last one is not. */
#include <stdlib.h>

struct word {
    struct word *next;
    char *text;
    int letters;
};

static struct word *first, *last;

static void append(struct word *w)
{
    w->next = NULL;
    if (last)
        last->next = w;
    else
        first = w;
    last = w;
}

int main(void)
{
    struct word *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->text = malloc(2);
    a->text[0] = 0;
    b->text = NULL;
    append(a);
    append(b);
    free(first);
    first = NULL;
    return 0;
}

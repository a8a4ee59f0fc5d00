/* heddle: memory=FALSE; engines: explore; options: --leaks=lost */
/* As leak_chain.c, but the text is forgotten in the end: the block behind is still led to. */
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
    first->text = NULL;
    return 0;
}

/* heddle: memory=TRUE; engines: explore; options: --leaks=lost */
/* Blocks of two kinds in a row, one of them with a text besides, and two variables that lead into it: all is led to in the end. */
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
    return 0;
}

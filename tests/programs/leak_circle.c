/* heddle: memory=TRUE; engines: explore; options: --leaks=lost */
/* A ring of two blocks that is left to the end: each is found once. */
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *ring;

int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    ring = a;
    return 0;
}

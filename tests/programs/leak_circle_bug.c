/* heddle: memory=UNKNOWN; engines: explore; options: --leaks=lost; reason: memory that may never be freed */
/* As leak_circle.c, but a third block, which leads into the ring, is forgotten: that it is lost is not seen, since the ring has no end. */
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *ring;

int main(void)
{
    struct node *nodes[3];
    for (int i = 0; i < 3; i++)
        nodes[i] = malloc(sizeof *nodes[i]);
    nodes[0]->next = nodes[1];
    nodes[1]->next = nodes[0];
    nodes[2]->next = nodes[0];
    ring = nodes[0];
    return 0;
}

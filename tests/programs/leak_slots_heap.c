/* heddle: memory=UNKNOWN; engines: explore; options: --leaks=lost; reason: memory that may never be freed */
/* A list: only the first block is held by a global variable. */
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *head;

int main(void)
{
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        head = n;
    }
    return 0;
}

/* heddle: memory=TRUE; engines: explore; options: --leaks=lost */
/* A list that is left to the end of the program: a global variable leads to the first block, and that one to the other. */
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

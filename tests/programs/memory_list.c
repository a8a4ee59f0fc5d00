/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* A list is freed, each element after its successor was read. */
#include <stdlib.h>

struct element {
    struct element *next;
};

int main(void)
{
    struct element *first = 0;
    for (int i = 0; i < 2; i++) {
        struct element *e = malloc(sizeof *e);
        if (!e)
            return 0;
        e->next = first;
        first = e;
    }
    while (first) {
        struct element *e = first;
        first = e->next;
        free(e);
    }
    return 0;
}

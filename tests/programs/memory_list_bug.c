/* heddle: memory=FALSE; engines: explore */
/* The successor is read from an element that was freed. */
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
        free(e);
        first = e->next;
    }
    return 0;
}

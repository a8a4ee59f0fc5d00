/* heddle: memory=TRUE overflow=TRUE; engines: explore flow */
/* Copies between places that do not overlap, by memmove where they do, and of a structure to itself. */
#include <stdlib.h>
#include <string.h>

struct pair {
    int first, second;
};

static void copy(char *to, const char *from, size_t size) { memcpy(to, from, size); }

int main(void)
{
    char text[8] = "abcdefg";
    memmove(text + 1, text, 4);
    copy(text + 4, text, 4);
    struct pair *p = malloc(sizeof *p);
    p->first = p->second = text[5];
    *p = *p;
    int result = p->second;
    free(p);
    return result;
}

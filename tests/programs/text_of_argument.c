/* heddle: memory=TRUE; engines: guess */
/* A text of any length is gone through up to its end, by the program and by the library; so is the literal. */
#include <stdio.h>

int main(int argc, char **argv)
{
    int colons = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: %s LIST\n", argv[0]);
        return 1;
    }
    for (const char *p = argv[1]; *p; p++)
        colons += *p == ':';
    return colons > 3;
}

/* heddle: reach=UNKNOWN; engines: bounded; reason: relies on whether a file has ended */
/* What is read again after rewind is what was read before: two reads need not differ. */
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    FILE *file = fopen(argv[0], "r");
    (void)argc;
    if (!file)
        return 0;
    int first = fgetc(file);
    rewind(file);
    int second = fgetc(file);
    if (first != EOF && second != EOF)
        assert(first == second);
    return 0;
}

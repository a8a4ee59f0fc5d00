/* heddle: memory=FALSE; engines: bounded */
/* The name that an option takes is read behind the last argument: a null pointer, in a variable that may lead to a text of the program as well. */
#include <string.h>

int main(int argc, char **argv)
{
    const char *out = "a.out";
    if (argc > 1 && !strcmp(argv[1], "-o"))
        out = argv[2];
    return strlen(out) == 0;
}

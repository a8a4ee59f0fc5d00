/* heddle: memory=FALSE; engines: auto */
/* A text is gone through that is not there if there is one argument alone. */
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 64;
    return strlen(argv[1]) + strlen(argv[2]) > 5;
}

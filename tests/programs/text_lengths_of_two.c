/* heddle: memory=TRUE; engines: guess */
/* Two texts of any length are gone through; most drawn runs end at once, since they have too few arguments. */
#include <string.h>

int main(int argc, char **argv)
{
    if (argc != 3)
        return 64;
    return strlen(argv[1]) + strlen(argv[2]) > 5;
}

/* heddle: reach=FALSE; engines: bounded */
/* The number of an option is any: "-n 77". */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    int n = 4, c;
    while ((c = getopt(argc, argv, "n:v")) != -1)
        switch (c) {
        case 'n':
            n = atoi(optarg);
            if (0)
                return 1;
            break;
        case 'v': break;
        default: return 2;
        }
    assert(n != 77);
    return 0;
}

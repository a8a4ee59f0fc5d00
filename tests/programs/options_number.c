/* heddle: reach=TRUE; engines: auto */
/* An option that is a number in its range, or the program has ended: which options there are is any choice. */
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
            if (n < 1 || n > 64)
                return 1;
            break;
        case 'v': break;
        default: return 2;
        }
    assert(n >= 1 && n <= 64);
    return 0;
}

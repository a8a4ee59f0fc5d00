/* heddle: reach=FALSE; engines: bounded */
/* Without arguments getopt finds no option; what getenv finds may be nothing. */
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int n = 0, c;
    while ((c = getopt(argc, argv, "n:v")) != -1)
        n = c == 'n' ? atoi(optarg) : 1;
    assert(n || getenv("HOME"));
    return 0;
}

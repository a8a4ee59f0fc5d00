/* heddle: reach=TRUE; engines: bounded */
/* What is read from a file may be anything, but no more than was asked for. */
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char buffer[4];
int behind = 5;

int main(int argc, char **argv)
{
    int file = open("name", O_RDONLY);
    if (file < 0 || argc < 2)
        return 1;
    long n = read(file, buffer, sizeof buffer), wanted = strtol(argv[1], NULL, 10);
    assert(n <= 4 && behind == 5);
    assert(wanted == atol(argv[1]));
    close(file);
    return 0;
}

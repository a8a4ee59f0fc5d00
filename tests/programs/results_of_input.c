/* heddle: reach=TRUE; engines: bounded */
/* Bounds of what functions that read return. */
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int c = getchar();
    assert(c >= EOF && c <= 255);
    char line[3] = "ab", word[2];
    assert(fgets(line, 1, stdin) == line && line[0] == 0);
    if (fgets(line, 2, stdin))
        assert(line[1] == 0);
    int n = scanf("%1s", word);
    assert(n <= 1 && (n != 1 || (word[0] && word[0] != ' ' && word[0] != '\n' && word[1] == 0)));
    char b[2];
    ssize_t r = read(0, b, 2);
    assert(r >= -1 && r <= 2);
    return 0;
}

/* heddle: reach=TRUE; engines: bounded */
/* sscanf reads what is there: numbers in all bases, widths, texts, sets of characters, positions; and stops where the text does not fit. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void numbers(void)
{
    int x = 7, y = 7;
    unsigned u = 7;
    short s = 7;
    long long big = 7;
    assert(sscanf("  -12 +34", "%d%d", &x, &y) == 2 && x == -12 && y == 34);
    assert(sscanf("12345", "%2d%2d%u", &x, &y, &u) == 3 && x == 12 && y == 34 && u == 5);
    assert(sscanf("ff 0x1F 017", "%x%i%i", &u, &x, &y) == 3 && u == 255 && x == 31 && y == 15);
    assert(sscanf("70000 9999999999", "%hd %lld", &s, &big) == 2 && s == (short)70000 && big == 9999999999);
    assert(sscanf("12,x", "%d,%d", &x, &y) == 1 && x == 12 && y == 15);
    assert(sscanf("", "%d", &x) == EOF && sscanf("  ", "%d", &x) == EOF && sscanf("a", "%d", &x) == 0);
    assert(sscanf("5", "%*d%d", &x) == EOF && sscanf("-", "%d", &x) == 0 && x == 12);
}

static void texts(void)
{
    char key[8] = "", value[8] = "", c = 0, pair[2];
    int at = -1, n = 0;
    assert(sscanf("name = word rest", "%7[^ =] = %3s%n", key, value, &at) == 2 && strcmp(key, "name") == 0);
    assert(strcmp(value, "wor") == 0 && at == 10);
    assert(sscanf(" x", "%c", &c) == 1 && c == ' ' && sscanf(" x", " %c", &c) == 1 && c == 'x');
    assert(sscanf("ab", "%2c", pair) == 1 && pair[0] == 'a' && pair[1] == 'b');
    assert(sscanf("b]x", "%[]a-c]", key) == 1 && strcmp(key, "b]") == 0 && sscanf("z", "%[a-c]", key) == 0);
    assert(sscanf("50%", "%d%%%n", &n, &at) == 1 && n == 50 && at == 3);
}

int main(void)
{
    char line[16];
    int a = 0, b = 0;
    snprintf(line, sizeof line, "%d:%d", 17, -4);
    assert(sscanf(line, "%d:%d", &a, &b) == 2 && a == 17 && b == -4);
    numbers();
    texts();
    assert(atoi("42") == 42);
    return 0;
}

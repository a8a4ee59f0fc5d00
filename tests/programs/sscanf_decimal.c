/* heddle: reach=TRUE; engines: explore */
/* Numbers with a point in strings, in all three widths, and where they end. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *end;
    float f = 0;
    double x = 0;
    long double l = 0;
    int n = 0;
    assert(sscanf("2.5e1,7", "%lf,%d", &x, &n) == 2 && n == 7 && x == 25);
    assert(sscanf("0.1 -1.5e2 0.1", "%f %Lg %le", &f, &l, &x) == 3);
    assert(f == 0.1f && l == -150 && x == 0.1);
    assert(sscanf("x", "%Lf", &l) == 0 && l == -150);
    assert(strtof("104857.5", NULL) == 104857.5f);
    assert(strtold(" 0.1x", &end) == 0.1L && *end == 'x');
    return 0;
}

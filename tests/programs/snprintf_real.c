/* heddle: reach=TRUE; engines: bounded */
/* How a floating-point number is printed is not computed, but how much room there is counts. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[6] = "abcde";
    int n = snprintf(text, 4, "%.1f", 2.5);
    assert(n >= 0 && text[4] == 'e');
    assert(snprintf(text, sizeof text, "%d%c%s", -12, 'x', "y") == 5 && text[0] == '-' && text[3] == 'x' && text[4] == 'y');
    return 0;
}

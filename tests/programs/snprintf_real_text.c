/* heddle: reach=UNKNOWN; engines: bounded; reason: what a conversion of printf prints|how much a conversion of printf prints */
/* What is printed of a floating-point number as large as this is any value: nothing fails because of it. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[4];
    snprintf(text, sizeof text, "%.1f", 1e30);
    assert(text[0] == '1');
    return 0;
}

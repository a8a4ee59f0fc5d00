/* heddle: reach=UNKNOWN; engines: bounded; reason: what a conversion of printf prints|how much a conversion of printf prints */
/* What is printed of a floating-point number is any value: nothing fails because of it. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[4];
    snprintf(text, sizeof text, "%.1f", 2.5);
    assert(text[0] == '2');
    return 0;
}

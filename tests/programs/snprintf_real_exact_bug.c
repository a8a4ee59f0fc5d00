/* heddle: reach=FALSE; engines: explore */
/* 0.125 is half way between 0.12 and 0.13: the even one is printed. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[8];
    snprintf(text, sizeof text, "%.2f", 0.125);
    assert(text[3] == '3');
    return 0;
}

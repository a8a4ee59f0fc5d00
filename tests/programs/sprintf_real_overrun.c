/* heddle: reach=UNKNOWN; engines: explore bounded; reason: access outside any object */
/* A floating-point number may need more room than there is. */
#include <stdio.h>

int main(void)
{
    char text[4];
    sprintf(text, "%f", 1e30);
    return 0;
}

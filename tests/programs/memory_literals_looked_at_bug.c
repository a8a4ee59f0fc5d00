/* heddle: memory=FALSE; engines: explore */
/* A constant that has no zero within is no text. */
#include <stdio.h>

static const char name[4] = "data";

int main(void)
{
    printf("reading %s\n", name);
    return 0;
}

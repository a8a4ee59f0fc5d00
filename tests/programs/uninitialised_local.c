/* heddle: reach=FALSE; engines: explore */
/* An uninitialised local has one arbitrary value: the same at each use. */
#include <assert.h>

static int pick(void)
{
    unsigned char any;
    unsigned char *p = &any;
    assert(*p == *p);
    return *p;
}

int main(void)
{
    assert(pick() != 77);
    return 0;
}

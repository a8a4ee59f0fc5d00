/* heddle: reach=UNKNOWN; engines: bounded explore; reason: access outside any object */
/* What lies behind the null pointer at the end of argv is undefined. */
#include <assert.h>

int main(int argc, char **argv)
{
    char *behind = argv[argc + 1];
    assert(behind == behind);
    return 0;
}

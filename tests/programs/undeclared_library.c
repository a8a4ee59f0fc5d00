/* heddle: reach=UNKNOWN; engines: explore bounded; reason: relies on what .getxattr. gives */
/* A library function that is declared without parameters writes what it is given all the same. */
#include <assert.h>

int getxattr();

int main(void)
{
    char value[4] = {0};
    getxattr("/", "user.name", value, 4);
    assert(value[0] == 0);
    return 0;
}

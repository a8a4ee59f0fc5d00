/* heddle: reach=TRUE; engines: explore */
/* The second argument of strchr is converted to char, in a constant expression, too. */
#include <assert.h>
#include <string.h>

int main(void)
{
    assert(strchr("\xe9", 0xe9) != NULL);
    assert(strchr("abc", 'b' + 256) != NULL);
    return 0;
}

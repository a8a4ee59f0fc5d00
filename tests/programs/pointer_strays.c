/* heddle: memory=UNKNOWN reach=UNKNOWN; engines: explore; reason: a pointer that leaves its object|access outside any object */
/* An array that is counted from one: the pointer before it is undefined, what is accessed lies inside. Sanitizers find nothing, so it is no violation. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int *from_one(size_t n)
{
    int *block = malloc(n * sizeof(int));
    return block - 1;
}

int main(void)
{
    int *a = from_one(3);
    for (int i = 1; i <= 3; i++)
        a[i] = i;
    assert(a[3] == 3);
    free(a + 1);
    return 0;
}

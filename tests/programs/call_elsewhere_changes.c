/* heddle: reach=UNKNOWN; engines: auto; reason: relies on what .dlsym. gives */
/* As call_elsewhere.c, but about what it may change: that is open, and not violated. */
#include <assert.h>
#include <dlfcn.h>
#include <stddef.h>
static int hidden = 3;
int main(void)
{
    void *library = dlopen("it.so", RTLD_NOW);
    int (*function)(int *) = library ? (int (*)(int *))dlsym(library, "f") : NULL;
    int n = 1, r = 0;
    if (function)
        r = function(&n);
    assert(n == 1);
    return r;
}

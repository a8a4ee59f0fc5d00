/* heddle: reach=UNKNOWN; engines: auto; reason: not covered: call through a pointer to no known function */
/* A function that was looked up may do anything, and the program goes on behind it: what it cannot reach is as it was, but there is no TRUE. */
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
    assert(hidden == 3);
    return r;
}

/* heddle: reach=TRUE; engines: bounded */
/* argv ends with a null pointer, whatever argc is; no argument is one; and no two are the same, in a function that gets argv, too. */
#include <assert.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static const char *argument(char **texts, int number) { return texts[number]; }

int main(int argc, char **argv)
{
    assert(argv[argc] == NULL);
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (0 <= a && a < b && b < argc) {
        assert(argument(argv, a) != argv[b]);
        assert(argument(argv, a) != NULL);
    }
    char **last = argv + argc;
    assert(last - argv == argc && *last == NULL);
    return 0;
}

/* heddle: reach=UNKNOWN; engines: explore bounded; reason: access outside any object|was not enumerated completely */
/* The first element of memory from alloca that may have none. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    int *a = __builtin_alloca(n * sizeof *a);
    a[0] = 1;
    return a[0];
}

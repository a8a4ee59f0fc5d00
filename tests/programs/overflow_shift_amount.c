/* heddle: overflow=TRUE; engines: bounded */
/* An amount below the width. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int() & 31;
    return 1u << (n + 0);
}

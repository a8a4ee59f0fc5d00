/* heddle: memory=TRUE; engines: bounded */
/* The pointer is looked at first. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1, *p = __VERIFIER_nondet_int() ? &x : 0;
    if (!p)
        return 0;
    return *p;
}

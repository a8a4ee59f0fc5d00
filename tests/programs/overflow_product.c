/* heddle: overflow=TRUE; engines: flow */
/* Factors below 46,341 have a product that fits. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 46340)
        return 0;
    return x * x > 0;
}

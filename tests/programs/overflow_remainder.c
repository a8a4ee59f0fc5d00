/* heddle: overflow=TRUE; engines: bounded */
/* A remainder by a number that is not 0. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    return n % (n | 1) > 5;
}

/* heddle: overflow=FALSE; engines: bounded */
/* The remainder by 0 is undefined for unsigned numbers, too. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    return n % (n & 1) > 5;
}

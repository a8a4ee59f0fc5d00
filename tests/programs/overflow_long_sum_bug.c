/* heddle: overflow=FALSE; engines: bounded */
/* The mean of two long numbers, by a sum that does not fit. */
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
    if (a < 0 || b < 0)
        return 0;
    return ((a + b) / 2) > 7;
}

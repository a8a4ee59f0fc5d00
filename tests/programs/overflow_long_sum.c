/* heddle: overflow=TRUE; engines: flow */
/* Two long numbers that are halved first. */
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
    if (a < 0 || b < 0)
        return 0;
    return (a / 2 + b / 2) > 7;
}

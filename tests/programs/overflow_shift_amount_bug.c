/* heddle: overflow=FALSE; engines: bounded */
/* An amount of the whole width. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int() & 31;
    return 1u << (n + 1);
}

/* heddle: memory=FALSE; engines: bounded */
/* The pointer may be null. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1, *p = __VERIFIER_nondet_int() ? &x : 0;
    return *p;
}

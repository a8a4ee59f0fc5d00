/* heddle: overflow=FALSE; engines: bounded */
/* One factor of 46,341 is too much. */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 46341)
        return 0;
    return x * x > 0;
}

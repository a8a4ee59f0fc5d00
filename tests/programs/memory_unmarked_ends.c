/* heddle: memory=UNKNOWN; engines: flow bounded; reason: the end of a local variable */
/* Nobody says where a compound literal ends, or a variable whose declaration is jumped over: after its block it may not be used. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *p = 0;
    switch (__VERIFIER_nondet_int()) {
        int jumped_over;
    case 0:
        jumped_over = 1;
        p = &jumped_over;
        break;
    case 1: {
        p = &(int){5};
        break;
    }
    }
    return p ? *p : 0;
}

/* heddle: memory=UNKNOWN; engines: modular; reason: the end of a local variable */
/* In a recursive function a variable is used by a pointer after its block: the pointer has become its name. */
static int count(int n)
{
    int *p;
    {
        int inner = n;
        p = &inner;
    }
    return n == 0 ? *p : count(n - 1);
}

int main(void) { return count(2); }

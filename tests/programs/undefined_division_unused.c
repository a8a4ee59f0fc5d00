/* heddle: reach=UNKNOWN; engines: explore bounded modular cartesian flow; reason: undefined: division by zero */
/* A division by zero is undefined also where nobody looks at the result. */
int main(void)
{
    int zero = 0, y = 5 / zero;
    (void)y;
    return 0;
}

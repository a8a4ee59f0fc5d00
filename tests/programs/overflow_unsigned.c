/* heddle: overflow=TRUE; engines: explore */
/* Unsigned numbers wrap, by definition. */
int main(void)
{
    unsigned u = 0;
    unsigned short a = 65535;
    u--;
    u = u * u;
    unsigned n = a;
    return n * n == 7;
}

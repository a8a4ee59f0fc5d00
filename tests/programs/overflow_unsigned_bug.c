/* heddle: overflow=FALSE; engines: explore */
/* What two unsigned chars are promoted to is signed. */
int main(void)
{
    unsigned u = 0;
    unsigned short a = 65535;
    u--;
    u = u * u;
    unsigned short n = a;
    return n * n == 7;
}

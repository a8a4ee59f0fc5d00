/* heddle: overflow=FALSE; engines: explore */
/* A one that is shifted into the sign does not fit. */
int main(void)
{
    volatile int n = 31;
    return (1 << n) == 0;
}

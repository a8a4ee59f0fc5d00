/* heddle: overflow=TRUE; engines: explore */
/* A shift below the sign. */
int main(void)
{
    volatile int n = 30;
    return (1 << n) == 0;
}

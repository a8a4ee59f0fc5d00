/* heddle: overflow=TRUE; engines: explore */
/* A shift of what is not negative. */
int main(void)
{
    volatile int n = 5;
    return (n << 0) == 5;
}

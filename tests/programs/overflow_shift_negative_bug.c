/* heddle: overflow=FALSE; engines: explore */
/* To shift a negative number to the left is undefined, even by 0. */
int main(void)
{
    volatile int n = -5;
    return (n << 0) == 5;
}

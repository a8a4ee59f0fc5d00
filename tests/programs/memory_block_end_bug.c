/* heddle: memory=FALSE; engines: explore */
/* The block has ended where the variable is in. */
int main(void)
{
    int *p, sum = 0;
    {
        int x = 4;
        p = &x;
    }
    sum += *p;
    return sum;
}

/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The variable lives as long as the pointer is used. */
int main(void)
{
    int *p, sum = 0;
    {
        int x = 4;
        p = &x;
        sum += *p;
    }
    return sum;
}

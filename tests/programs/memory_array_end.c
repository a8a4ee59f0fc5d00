/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* A loop up to the end of an array. */
int main(void)
{
    int a[4], sum = 0;
    for (int i = 0; i < 4; i++)
        a[i] = i;
    for (int i = 0; i < 4; i++)
        sum += a[i];
    return sum;
}

/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The address of a variable of the caller. */
static int *address(int *mine)
{
    int own = 3;
    int *p = mine;
    *p = own;
    return p;
}

int main(void)
{
    int x = 0;
    return *address(&x);
}

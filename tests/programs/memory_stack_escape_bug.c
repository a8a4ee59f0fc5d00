/* heddle: memory=FALSE; engines: explore */
/* The address of a local variable of a function that has returned. */
static int *address(int *mine)
{
    int own = 3;
    int *p = &own;
    *p = own;
    return p;
}

int main(void)
{
    int x = 0;
    return *address(&x);
}

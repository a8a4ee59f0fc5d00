/* heddle: memory=FALSE overflow=TRUE; engines: explore bounded */
/* A pointer to the variable of the round before: each round has its own, though all lie at one address. */
int main(void)
{
    int *before = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int x = i;
        if (before)
            sum += *before;
        before = &x;
    }
    return sum;
}

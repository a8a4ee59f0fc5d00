/* heddle: memory=UNKNOWN; reason: the end of a local variable of a loop */
/* A pointer to the variable of the round before: each round has its own, but to heddle they are one. */
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

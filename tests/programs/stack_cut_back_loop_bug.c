/* heddle: memory=FALSE overflow=TRUE; engines: explore bounded */
/* An array of variable length of the round before, behind a way that leaves the round early. */
int main(void)
{
    int sum = 0, *last = 0;
    for (int i = 1; i < 4; i++) {
        int array[i];
        array[0] = i;
        if (last)
            sum = *last;
        last = array;
        if (i == 1)
            continue;
        last = 0;
    }
    return sum;
}

/* heddle: memory=TRUE; engines: explore auto */
/* A structure that a function returns is there as long as the full expression is evaluated; one that is copied into a variable stays. */
struct four {
    int numbers[4];
};

static struct four four_of(int n)
{
    struct four f = {{n, 2, 3, 4}};
    return f;
}

static int first(const int *numbers)
{
    const int *here = numbers;
    return *here;
}

int main(int count, char **texts)
{
    struct four tmp = four_of(2);
    const int *kept = tmp.numbers;
    (void)texts;
    return *kept + first(four_of(1).numbers) + four_of(3).numbers[count & 3] + (count > 2 ? four_of(1) : four_of(2)).numbers[1];
}

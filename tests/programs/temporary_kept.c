/* heddle: memory=UNKNOWN; engines: explore auto; reason: the end of a local variable|time limit */
/* A structure that a function returns ends with the full expression: a pointer to its array leads nowhere afterwards. */
struct four {
    int numbers[4];
};

static struct four four_of(int n)
{
    struct four f = {{n, 2, 3, 4}};
    return f;
}

int main(void)
{
    int *kept = four_of(1).numbers;
    return kept[1];
}

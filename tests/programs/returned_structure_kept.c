/* heddle: memory=FALSE; engines: explore auto */
/* A structure that is returned is a copy: the variable has ended, though compilers may put both at one place. */
struct table {
    int numbers[40];
    int *first;
};

static struct table new_table(int n)
{
    struct table t = {{n}, 0};
    t.first = &t.numbers[0];
    return t;
}

int main(void)
{
    struct table t = new_table(3);
    return *t.first;
}

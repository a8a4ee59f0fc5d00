/* heddle: memory=TRUE reach=TRUE; engines: explore auto */
/* A pointer to the variable is used as long as the function runs; what is returned is a copy. */
#include <assert.h>

struct table {
    int numbers[40];
    int *first;
};

static struct table new_table(int n)
{
    struct table t = {{n}, 0}, *here = &t;
    here->numbers[2] = n;
    if (n > 5)
        return t;
    here->numbers[1] = 7;
    return *here;
}

int main(void)
{
    struct table small = new_table(3), large = new_table(9), *one = &large;
    assert(small.numbers[1] == 7 && large.numbers[1] == 0 && large.numbers[2] == 9);
    *one = new_table(4);
    assert(large.numbers[1] == 7);
    return 0;
}

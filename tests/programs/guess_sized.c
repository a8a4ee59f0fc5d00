/* heddle: memory=TRUE overflow=TRUE; engines: guess */
/* Memory whose size a variable says: what was asked for and the variable stay in step, and so does the loop. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 100000)
        return 1;
    int *numbers = malloc(n * sizeof *numbers);
    char *marks = calloc(n + 1, 1);
    long sum = 0;
    if (numbers && marks) {
        for (int i = 0; i < n; i++)
            numbers[i] = i;
        for (int i = 0; i <= n; i++)
            marks[i] = 1;
        for (int i = 0; i < n; i++)
            sum = numbers[i];
    }
    free(numbers);
    free(marks);
    return sum < 0;
}

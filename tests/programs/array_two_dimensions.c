/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Rows of a matrix, one for each thread. */
#include <assert.h>
#include <pthread.h>

int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};

static void *negate(void *argument)
{
    int(*row)[3] = argument;
    for (int i = 0; i < 3; i++)
        (*row)[i] = -(*row)[i];
    return NULL;
}

int main(void)
{
    pthread_t t;
    int sum = 0;
    pthread_create(&t, NULL, negate, &matrix[1]);
    negate(&matrix[0]);
    pthread_join(t, NULL);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            sum += matrix[i][j];
    assert(sum == -21 && matrix[1][2] == -6);
    return 0;
}

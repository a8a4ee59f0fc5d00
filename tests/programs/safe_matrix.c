/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Rows of a product of matrices, half of them by each thread. */
#include <pthread.h>
#define N 4
static int a[N][N], b[N][N], c[N][N];
struct rows {
    int from, to;
};
static void *multiply(void *arg)
{
    struct rows *r = arg;
    for (int i = r->from; i < r->to; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    struct rows r[2] = {{0, N / 2}, {N / 2, N}};
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i - j;
        }
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, multiply, &r[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return c[1][1] != 0;
}

/* heddle: memory=FALSE; engines: auto */
/* Rows of a matrix, half of them by each thread, and one more. */
#include <pthread.h>
#define N 4
static int c[N][N];
struct rows {
    int from, to;
};
static void *fill(void *arg)
{
    struct rows *r = arg;
    for (int i = r->from; i <= r->to; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = i * j;
    return 0;
}
int main(void)
{
    pthread_t t[2];
    struct rows r[2] = {{0, N / 2}, {N / 2, N}};
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, fill, &r[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return c[1][1] != 0;
}

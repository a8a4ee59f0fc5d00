/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Functions that the library calls back run in the thread that calls it. */
#include <pthread.h>
#include <stdlib.h>
static int compared, numbers[] = {3, 1, 2}, searched;
static int compare(const void *a, const void *b) { compared++; return *(const int *)a - *(const int *)b; }
static int search(const void *a, const void *b) { searched++; return *(const int *)a - *(const int *)b; }
static void *work(void *unused) { qsort(numbers, 3, sizeof *numbers, compare); return unused; }
static void *look(void *unused) { return bsearch(unused, unused, 1, sizeof *numbers, search); }
int main(void)
{
    pthread_t a, b;
    int n = 1;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, look, &n);
    compared = 0;
    searched = 0;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

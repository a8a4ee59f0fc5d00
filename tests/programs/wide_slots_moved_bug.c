/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The array is another one when threads are joined; main looks at what one of them does in the first. */
#include <pthread.h>
#include <stdlib.h>
struct job {
    pthread_t id;
    int input, output;
    char name[16];
};
static struct job *jobs, *first;
static int count, sum;
static void finish(struct job *j) { j->output = j->input + j->name[0]; }
static void *work(void *argument)
{
    struct job *j = argument;
    finish(j);
    return argument;
}
int main(int argc, char **argv)
{
    count = argc;
    jobs = malloc(count * sizeof *jobs);
    for (int i = 0; i < count; i++) {
        jobs[i].input = i;
        jobs[i].name[0] = (argv == NULL);
        pthread_create(&jobs[i].id, NULL, work, &jobs[i]);
    }
    first = jobs;
    jobs = calloc(count, sizeof *jobs);
    for (int i = 0; i < count; i++) {
        pthread_join(jobs[i].id, NULL);
        sum += jobs[i].output;
    }
    return sum + first[0].output;
}

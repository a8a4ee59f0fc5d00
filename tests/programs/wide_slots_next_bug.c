/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A thread writes to the element of the next one. */
#include <pthread.h>
#include <stdlib.h>
struct job {
    pthread_t id;
    int input, output;
    char name[16];
};
static struct job *jobs;
static int count, sum;
static void finish(struct job *j) { j->output = j->input + j->name[0]; }
static void *work(void *argument)
{
    struct job *j = argument;
    j[1].output = j->input;
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
    for (int i = 0; i < count; i++) {
        pthread_join(jobs[i].id, NULL);
        sum += jobs[i].output;
    }
    return sum + jobs[0].output;
}

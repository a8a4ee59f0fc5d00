/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* What setjmp returns is not looked at: behind the jump all is done again, and the thread of the first round lives. */
#include <pthread.h>
#include <setjmp.h>

static int setting;
static volatile int rounds;

static void *work(void *argument)
{
    *(int *)argument = setting;
    return argument;
}

static void fail(jmp_buf *error, int depth)
{
    if (depth)
        fail(error, depth - 1);
    longjmp(*error, 1);
}

int main(void)
{
    static int result[2];
    pthread_t id;
    jmp_buf error;
    int value = setjmp(error);
    setting = value;
    pthread_create(&id, NULL, work, &result[rounds]);
    if (rounds++ == 0)
        fail(&error, 3);
    pthread_join(id, NULL);
    return 0;
}

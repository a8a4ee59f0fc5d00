/* The answer of a heddle verify that ran elsewhere.
 *     gcc elsewhere.c $(pkg-config --cflags --libs libheddle) -o elsewhere
 *     ssh far heddle verify --json=- --words prog.c >report 2>messages; ./elsewhere $? report messages */
#include <heddle.h>
#include <stdio.h>
#include <stdlib.h>

/* NULL if it cannot be read; nobody frees it. */
static char *contents(const char *path)
{
    FILE *f = fopen(path, "r");
    char *all = NULL;
    size_t size = 0;
    if (f && getdelim(&all, &size, '\0', f) < 0)
        all = NULL;
    if (f)
        fclose(f);
    return all;
}

int main(int argc, char **argv)
{
    static const char *const verdicts[] = {"TRUE", "FALSE", "UNKNOWN", "ERROR"};
    heddle_session *s = argc == 4 ? heddle_new() : NULL;
    if (!s)
        return HEDDLE_ERROR;
    heddle_verdict v = heddle_take(s, atoi(argv[1]), contents(argv[2]), contents(argv[3]));
    printf("%s%s: %zu proved, %zu violated, %zu open\n", heddle_words(s), verdicts[v], heddle_count(s, HEDDLE_PROVED),
           heddle_count(s, HEDDLE_VIOLATED), heddle_count(s, HEDDLE_OPEN));
    if (*heddle_reason(s))
        fprintf(stderr, "%s\n", heddle_reason(s));
    heddle_free(s);
    return (int)v;
}

/* Says of every pair of accesses in a program whether it can race.
 *     gcc races.c $(pkg-config --cflags --libs libheddle) -o races && ./races prog.c */
#include <heddle.h>
#include <stdio.h>

static void tell(const heddle_check *c, void *context)
{
    static const char *const answers[] = {"proved", "violated", "open"};
    (void)context;
    printf("%s:%u: %s: %s\n", c->file ? c->file : "?", c->line, answers[c->answer], c->claim);
    for (size_t i = 0; i < c->step_count; i++)
        printf("    %-12s line %u: %s\n", c->steps[i].thread, c->steps[i].line, c->steps[i].words);
}

int main(int argc, char **argv)
{
    heddle_session *s = heddle_new();
    for (int i = 1; s && i < argc; i++)
        heddle_add_file(s, argv[i]);
    if (!s || heddle_set_property(s, "race"))
        return 3;
    heddle_set_timeout(s, 60);
    heddle_on_check(s, tell, NULL);
    heddle_verdict v = heddle_run(s);
    if (*heddle_reason(s))
        fprintf(stderr, "%s\n", heddle_reason(s));
    heddle_free(s);
    return (int)v;
}

/* libheddle, as a program uses it: texts, callbacks, two sessions in two threads, cancelling, and what is wrong with the input. */
#define _GNU_SOURCE
#include <heddle.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char racy[] = "#include <pthread.h>\nint hits;\nvoid *f(void *x) { hits++; return x; }\n"
                           "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); hits++; pthread_join(t, 0); }\n";
static const char endless[] =
    "#include <assert.h>\n#include <pthread.h>\nunsigned a, b;\nvoid *f(void *x) { for (;;) { a += 3; if (b == 7777) a ^= b; } }\n"
    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) { b += a; assert(a != 4 || b != 99); } }\n";

#define EXPECT(x)                                                                                                                  \
    do {                                                                                                                           \
        if (!(x)) {                                                                                                                \
            printf("line %d: not so: %s\n", __LINE__, #x);                                                                         \
            exit(1);                                                                                                               \
        }                                                                                                                          \
    } while (0)

static void count(const heddle_check *c, void *context)
{
    unsigned *counts = context;
    counts[c->answer]++;
}

static void *find_race(void *unused)
{
    unsigned counts[3] = {0};
    heddle_session *s = heddle_new();
    EXPECT(s && !heddle_add_text(s, "not on disk.c", racy) && !heddle_set_property(s, "race,deadlock"));
    heddle_set_timeout(s, 60);
    heddle_on_check(s, count, counts);
    EXPECT(heddle_run(s) == HEDDLE_FALSE);
    EXPECT(counts[HEDDLE_VIOLATED] >= 1 && counts[0] + counts[1] + counts[2] == heddle_check_count(s));
    const heddle_check *c = heddle_check_at(s, 0);
    EXPECT(!strcmp(c->property, "race") && !strcmp(c->file, "not on disk.c") && c->line == 4 && c->step_count > 2);
    EXPECT(strstr(c->claim, "'hits'") && !strcmp(c->steps[0].thread, "main") && *c->steps[0].words);
    EXPECT(heddle_json(s, 0) && heddle_json(s, 1) && !heddle_json(s, 2) && !heddle_check_at(s, heddle_check_count(s)));
    heddle_free(s);
    return unused;
}

/* Two assertions: one is decided at once, the other never. What is decided is told while the run goes on, which then ends at once. */
static const char two[] =
    "#include <assert.h>\n#include <pthread.h>\nunsigned a, b;\nvoid *f(void *x) { for (;;) { a += 3; if (b == 7777) a ^= b; } }\n"
    "int main(int n, char **v) { pthread_t t; assert(n != 2); pthread_create(&t, 0, f, 0); for (;;) { b += a; assert(a != 4 || b "
    "!= 99); } "
    "}\n";

static void hear(const heddle_check *c, void *session)
{
    EXPECT(c->answer == HEDDLE_VIOLATED && c->line == 5 && !strcmp(c->file, "two.c") && strstr(c->claim, "n != 2"));
    EXPECT(c->json && *c->json == '{' && strstr(c->json, "\"violated\""));
    EXPECT(heddle_check_count(session) == 0);
    heddle_cancel(session);
}

static void hear_news(void)
{
    heddle_session *s = heddle_new();
    EXPECT(s && !heddle_add_text(s, "two.c", two) && !heddle_set_engine(s, "explore"));
    heddle_on_news(s, hear, s);
    EXPECT(heddle_run(s) == HEDDLE_UNKNOWN && !strcmp(heddle_reason(s), "cancelled"));
    heddle_free(s);
}

/* The report of s, which is FALSE, as if it came from elsewhere: the answer of another session. */
static void take_from_elsewhere(heddle_session *s)
{
    heddle_session *t = heddle_new();
    EXPECT(t && heddle_take(t, 1, heddle_json(s, 0), "heddle: warning: far away\n") == HEDDLE_FALSE);
    EXPECT(heddle_check_count(t) == heddle_check_count(s) && heddle_count(t, HEDDLE_VIOLATED) > 0);
    EXPECT(strstr(heddle_words(t), "property race: FALSE") && !strstr(heddle_words(t), "VERDICT"));
    EXPECT(strstr(heddle_messages(t), "far away"));
    EXPECT(heddle_take(t, 0, heddle_json(s, 0), NULL) == HEDDLE_ERROR); /* it exited as if it were TRUE */
    EXPECT(heddle_take(t, -1, heddle_json(s, 0), "heddle: error: gone\n") == HEDDLE_ERROR && !strcmp(heddle_reason(t), "gone"));
    EXPECT(heddle_take(t, 1, "{}", NULL) == HEDDLE_ERROR && heddle_take(t, 1, "no report", NULL) == HEDDLE_ERROR);
    EXPECT(heddle_take(t, 1, NULL, NULL) == HEDDLE_ERROR && !*heddle_words(t) && heddle_count(t, HEDDLE_VIOLATED) == 0);
    heddle_free(t);
}

/* Two at a time in one thread, without waiting for either: several properties in one run with one report, options, what the compiler says. */
static void ask_without_waiting(void)
{
    heddle_session *s = heddle_new(), *t = heddle_new();
    struct pollfd p[2];
    EXPECT(s && !heddle_add_text(s, "racy.c", racy) && !heddle_set_property(s, "race,deadlock"));
    EXPECT(!heddle_set_option(s, "html", "racy.html") && !heddle_set_option(s, "quiet", NULL) &&
           !heddle_set_option(s, "words", NULL));
    heddle_set_together(s, 1);
    EXPECT(t && !heddle_add_text(t, "endless.c", endless) && !heddle_set_engine(t, "explore"));
    EXPECT(!heddle_start(s) && !heddle_start(t));
    p[0] = (struct pollfd){heddle_fd(s), POLLIN, 0};
    p[1] = (struct pollfd){heddle_fd(t), POLLIN, 0};
    while (heddle_poll(s)) {
        EXPECT(poll(p, 2, 60000) > 0);
        EXPECT(heddle_poll(t));
    }
    EXPECT(heddle_collect(s) == HEDDLE_FALSE && heddle_collect(s) == HEDDLE_FALSE && heddle_json(s, 0) && !heddle_json(s, 1));
    unsigned races = 0, deadlocks = 0;
    for (size_t i = 0; i < heddle_check_count(s); i++) {
        races += !strcmp(heddle_check_at(s, i)->property, "race");
        deadlocks += !strcmp(heddle_check_at(s, i)->property, "deadlock");
    }
    EXPECT(races && deadlocks && !access("racy.html", R_OK));
    take_from_elsewhere(s);
    heddle_cancel(t);
    EXPECT(heddle_collect(t) == HEDDLE_UNKNOWN && !heddle_poll(t));
    EXPECT(!heddle_start(t)); /* again; it ends with its session */
    heddle_free(t);
    EXPECT(!heddle_set_option(s, "no-such-option", "1") && !heddle_start(s) && heddle_collect(s) == HEDDLE_ERROR);
    EXPECT(strstr(heddle_messages(s), "no-such-option"));
    heddle_free(s);
}

static void find_invariants(void)
{
    static const char right[] =
        "#include <assert.h>\n#include <pthread.h>\nint c;\nvoid *f(void *x) { c = 1; return x; }\n"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); assert(c <= 1); pthread_join(t, 0); }\n";
    heddle_session *s = heddle_new();
    EXPECT(s && !heddle_add_text(s, "right.c", right) && !heddle_set_engine(s, "modular"));
    heddle_set_timeout(s, 60);
    EXPECT(heddle_run(s) == HEDDLE_TRUE && heddle_invariant_count(s) > 0);
    size_t said = 0;
    for (size_t i = 0; i < heddle_invariant_count(s); i++) {
        const heddle_invariant *k = heddle_invariant_at(s, i);
        EXPECT(k->thread && k->text && k->line);
        for (size_t c = 0; c < k->condition_count; c++)
            said += strstr(k->conditions[c], "c ") != NULL;
    }
    EXPECT(said > 0 && !heddle_invariant_at(s, heddle_invariant_count(s)));
    heddle_free(s);
}

/* A caller that ignores what becomes of its children, or waits for all of them, gets the same answers. */
static void ask_without_children(void)
{
    sigset_t all, before;
    heddle_session *s = heddle_new();
    signal(SIGCHLD, SIG_IGN);
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    EXPECT(s && !heddle_add_text(s, "racy.c", racy) && !heddle_set_property(s, "race"));
    heddle_set_timeout(s, 60.5);
    EXPECT(heddle_run(s) == HEDDLE_FALSE && heddle_check_count(s) > 0);
    EXPECT(!heddle_set_engine(s, "nobody") && heddle_run(s) == HEDDLE_ERROR);
    EXPECT(!heddle_set_program(s, "/bin/true") && heddle_run(s) == HEDDLE_ERROR);
    heddle_free(s);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    signal(SIGCHLD, SIG_DFL);
}

/* What is asked for nothing is not TRUE; errors are said in names that the caller knows. */
static void ask_wrongly(void)
{
    static const char *const properties[] = {"", ",", "reach,", "nonsense"};
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++) {
        heddle_session *s = heddle_new();
        EXPECT(s && !heddle_add_text(s, "racy.c", racy) && !heddle_set_property(s, properties[i]));
        EXPECT(heddle_run(s) == HEDDLE_ERROR && strstr(heddle_reason(s), "--property"));
        heddle_free(s);
    }
    heddle_session *s = heddle_new();
    EXPECT(s && !heddle_add_text(s, "here/wrong.c", "#include \"beside.h\"\nint main(void) { return BESIDE + y; }\n"));
    mkdir("here", 0777);
    FILE *f = fopen("here/beside.h", "w");
    EXPECT(f && fputs("#define BESIDE 1\n", f) >= 0 && !fclose(f));
    EXPECT(heddle_run(s) == HEDDLE_ERROR && !strncmp(heddle_reason(s), "here/wrong.c:2:34: error: ", 26));
    heddle_set_timeout(s, -1);
    EXPECT(heddle_run(s) == HEDDLE_ERROR && strstr(heddle_reason(s), "--timeout"));
    heddle_set_timeout(s, 0.001);
    EXPECT(heddle_run(s) == HEDDLE_UNKNOWN && !strstr(heddle_reason(s), "heddle-"));
    heddle_free(s);
}

static void *cancel(void *session)
{
    sleep(1);
    heddle_cancel(session);
    return NULL;
}

int main(void)
{
    pthread_t a, b, c;
    find_invariants();
    ask_without_children();
    ask_wrongly();
    ask_without_waiting();
    hear_news();
    pthread_create(&a, NULL, find_race, NULL);
    pthread_create(&b, NULL, find_race, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    heddle_session *s = heddle_new();
    EXPECT(!heddle_add_text(s, "endless.c", endless) && !heddle_set_engine(s, "explore"));
    pthread_create(&c, NULL, cancel, s);
    EXPECT(heddle_run(s) == HEDDLE_UNKNOWN && !strcmp(heddle_reason(s), "cancelled"));
    pthread_join(c, NULL);
    heddle_free(s);

    s = heddle_new();
    EXPECT(!heddle_add_file(s, "nowhere.c") && heddle_run(s) == HEDDLE_ERROR && strstr(heddle_reason(s), "nowhere.c"));
    EXPECT(!heddle_set_program(s, "/nowhere/heddle") && heddle_run(s) == HEDDLE_ERROR &&
           strstr(heddle_reason(s), "cannot run /nowhere/heddle: "));
    EXPECT(heddle_check_count(s) == 0);
    heddle_free(s);
    heddle_free(NULL);
    return 0;
}

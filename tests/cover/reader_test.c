/* What the readers accept, and what they say about the rest: file, line, what was expected. */
#include "base/text.h"
#include "cover/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct example {
    const char *ending, *content, *init, *target;
    enum read_result result;
    const char *message; /* part of it */
};

#define SPEC_END "init x = 1, y = 0\ntarget y >= 1\n"

static const struct example examples[] = {
    {".tts", "2 3\n0 0 -> 1 1\n", "0/0", "1|1", READ_OK, NULL},
    {".tts", "# c\n#init 0|1/2\n2 3\n0 0->1 1 2~>0 # end\n1|1\n", NULL, NULL, READ_OK, NULL},
    {".tts", "2 3\n#init 0/0,1\n#target 1|1,1\n0 0 +> 1 1 2 ~> 0\n1 1 ~> 0 2\n", NULL, NULL, READ_OK, NULL},
    {".tts", "2 3\r\n0 0 -> 1 1\r\n", "0|/0,2", "1|", READ_OK, NULL},
    {".tts", "", "0/0", "1|1", READ_BAD, "1: expected the number of shared states, found the end of the file"},
    {".tts", "2\n", "0/0", "1|1", READ_BAD, "1: expected the number of local states, found the end of the line"},
    {".tts", "2 0\n", "0/0", "1|1", READ_BAD, "1: expected at least one"},
    {".tts", "1000000000 3\n", "0/0", "1|1", READ_BAD, "1: the number of shared states 1000000000 is out of range"},
    {".tts", "2 99999999999999999999999\n", "0/0", "1|1", READ_BAD, "out of range"},
    {".tts", "2 3 4\n", "0/0", "1|1", READ_BAD, "1: expected the end of the line, found '4'"},
    {".tts", "2 3\n\n2 0 -> 1 1\n", "0/0", "1|1", READ_BAD, "3: a shared state 2 is out of range, expected 0 to 1"},
    {".tts", "2 3\n0 3 -> 1 1\n", "0/0", "1|1", READ_BAD, "2: a local state 3 is out of range, expected 0 to 2"},
    {".tts", "2 3\n0 0 => 1 1\n", "0/0", "1|1", READ_BAD, "2: expected '->', '+>' or '~>', found '=>'"},
    {".tts", "2 3\n0 0 -> 1\n", "0/0", "1|1", READ_BAD, "2: expected a local state, found the end of the line"},
    {".tts", "2 3\n0 0 -> 1 1 2\n", "0/0", "1|1", READ_BAD, "2: expected '~>', found the end of the line"},
    {".tts", "2 3\n0 0 -> 1 1 x\n", "0/0", "1|1", READ_BAD, "expected a passive update or the end of the line, found 'x'"},
    {".tts", "2 3\n0 0 -> 1 1", "0/0", "1|3", READ_USAGE, "--target:1: a local state 3 is out of range"},
    {".tts", "2 3\n0 0 -> 1 1", "0", "1|1", READ_USAGE, "--init:1: expected '|' or '/'"},
    {".tts", "2 3\n0 0 -> 1 1", "0/0 1/0", "1|1", READ_USAGE, "--init:1: expected"},
    {".tts", "2 3\n0 0 -> 1 1", NULL, "1|1", READ_USAGE, "expected an initial state"},
    {".tts", "2 3\n0 0 -> 1 1", "0/0", NULL, READ_USAGE, "expected a target state"},
    {".tts", "2 3\n0 0 -> 1 1", "0/0", "", READ_USAGE, "expected a target state"},
    {".spec", "vars x y\nrules\nx >= 1 -> x' = x - 1, y' = y + 1;\n" SPEC_END, NULL, NULL, READ_OK, NULL},
    {".spec", "# c\nvars\nx y\nrules\nx >= 1 -> x' = 0, y' = x + y;\n->;\n" SPEC_END "invariants\nx=1 y=1\n", NULL, NULL, READ_OK,
     NULL},
    {".spec", "vars x y\nrules\nx = 0 -> y' = y + 1;\n" SPEC_END, NULL, NULL, READ_OK, NULL},
    {".spec", "", NULL, NULL, READ_BAD, "1: expected the section 'vars', found the end of the file"},
    {".spec", "vars x y\n", NULL, NULL, READ_BAD, "expected a variable or the section 'rules', found the end of the file"},
    {".spec", "vars\nx y x\nrules\n" SPEC_END, NULL, NULL, READ_BAD, "2: variable 'x' is declared twice"},
    {".spec", "vars x y\nrules\nz >= 1 -> x' = x + 1;\n" SPEC_END, NULL, NULL, READ_BAD,
     "3: expected a variable of the section vars, found 'z'"},
    {".spec", "vars x y\nrules\nx >= 1 -> x' = x + 1\n" SPEC_END, NULL, NULL, READ_BAD, "expected ';' or ','"},
    {".spec", "vars x y\nrules\nx > 1 -> x' = x + 1;\n" SPEC_END, NULL, NULL, READ_BAD, "3: expected '>=' or '='"},
    {".spec", "vars x y\nrules\nx >= 4000000000 -> x' = x + 1;\n" SPEC_END, NULL, NULL, READ_BAD,
     "3: a number 4000000000 is out of range"},
    {".spec", "vars x y\nrules\nx >= 1 -> x' = x + 1, x' = x;\n" SPEC_END, NULL, NULL, READ_BAD, "variable 'x' is updated twice"},
    {".spec", "vars x y\nrules\nx >= 1 -> x' = x + x;\n" SPEC_END, NULL, NULL, READ_BAD, "twice in one sum"},
    {".spec", "vars x y\nrules\nx >= 1 -> x' = y - x;\n" SPEC_END, NULL, NULL, READ_BAD, "a variable is subtracted"},
    {".spec", "vars x y\nrules\nx >= 1 -> x' = x + 1;\ninit x = 1\n", NULL, NULL, READ_BAD,
     "expected the section 'target', found the end of the file"},
    {".spec", "vars x y\nrules\nx >= 1 -> x' = x + 1;\n", NULL, NULL, READ_BAD, "the end of the file"},
    {".spec", "vars x y\nrules\nx >= 1 -> x'", NULL, NULL, READ_BAD, "expected '=', found the end of the file"},
    {".spec", "vars x y\nrules\n" SPEC_END, "0/0", NULL, READ_USAGE, "its own initial"},
};

static int failures;

static void test(const struct example *e)
{
    char path[64] = "/tmp/heddle-reader-XXXXXX";
    strcat(path, e->ending);
    int fd = mkstemps(path, (int)strlen(e->ending));
    struct text t = {0}, error = {0};
    struct system s;
    text_append(&t, e->content);
    if (fd < 0 || !text_write_file(&t, path))
        exit(1);
    enum read_result got = read_system(&s, path, e->init, e->target, &error);
    bool ok = got == e->result && (e->message ? strstr(text_string(&error), e->message) != NULL : !error.size);
    ok = ok && (got != READ_OK || system_valid(&s));
    if (!ok)
        printf("FAILED: %s\n  result %d, expected %d; message: %s\n", e->content, got, e->result, text_string(&error));
    failures += !ok;
    system_free(&s);
    close(fd);
    unlink(path);
    text_free(&t);
    text_free(&error);
}

/* Cut off after every byte: never a crash, and a message unless it is still a system. */
static void test_truncated(const struct example *e)
{
    char *copy = mem_strdup(e->content);
    for (size_t n = strlen(copy); n--;) {
        copy[n] = 0;
        char path[64] = "/tmp/heddle-reader-XXXXXX";
        strcat(path, e->ending);
        int fd = mkstemps(path, (int)strlen(e->ending));
        struct text t = {0}, error = {0};
        struct system s;
        text_append(&t, copy);
        if (fd < 0 || !text_write_file(&t, path))
            exit(1);
        enum read_result got = read_system(&s, path, e->init, e->target, &error);
        if (got == READ_OK ? !system_valid(&s) : !error.size) {
            printf("FAILED: cut off: %s\n", copy);
            failures++;
        }
        system_free(&s);
        close(fd);
        unlink(path);
        text_free(&t);
        text_free(&error);
    }
    mem_free(copy);
}

int main(void)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        test(&examples[i]);
        if (examples[i].result == READ_OK)
            test_truncated(&examples[i]);
    }
    printf("%d failures\n", failures);
    return failures > 0;
}

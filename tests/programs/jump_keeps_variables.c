/* heddle: memory=TRUE; engines: explore auto */
/* What lives where setjmp is called lives behind the jump, whoever changes it; and blocks that are left by a jump may be entered again. */
#include <setjmp.h>
#include <stdlib.h>

struct parser {
    jmp_buf failed;
    int depth;
    char *text;
};

static void item(struct parser *p, int n)
{
    int three[3] = {n, n, n}, *middle = three + 1;
    p->depth += *middle;
    if (p->depth > 2)
        longjmp(p->failed, 1);
    char here[4];
    here[n & 3] = 1;
    p->text[0] = here[n & 3];
}

static int parse(int n)
{
    struct parser p = {.depth = 0};
    p.text = malloc(4);
    if (!setjmp(p.failed))
        for (int i = 0; i < n; i++)
            item(&p, i);
    free(p.text);
    return p.depth;
}

int main(void)
{
    volatile int outer = 0, round = 0;
    jmp_buf again;
    while (round < 2) {
        volatile int of_round = 0;
        if (!setjmp(again)) {
            volatile int inner = 0, *which = round ? &inner : &of_round;
            *which = 1;
            longjmp(again, 1);
        }
        outer += of_round;
        round++;
    }
    return parse(2) + parse(4) + outer;
}
